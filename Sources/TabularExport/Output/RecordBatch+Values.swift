import CExport
import CScan
import Tabular

extension RecordBatch {
    /// The pieces from the one at `index` on, as the kernels take them; `body` is not called where there are no bytes.
    func withValues(from index: Int, _ body: (cexport_values) -> Void) {
        let rest = UnsafeBufferPointer(rebasing: pieces[index...])
        // A piece is its bits and nothing else.
        rest.withMemoryRebound(to: cexport_piece.self) { pieces in
            guard let start = pieces.baseAddress, let base = bytes.baseAddress else { return }
            body(
                cexport_values(
                    bytes: base, byte_count: bytes.count, pieces: start, piece_count: pieces.count,
                    is_delimited: separators != nil, delimiter: separators?.delimiter ?? 0,
                    quote: separators?.quote ?? 0))
        }
    }

    /// The bytes of the values that are whole here, and those between them, where all of them are UTF-8 and none is NUL; else
    /// none. Values of which only a part lies here may be cut within a character.
    var utf8Bytes: Range<Int> {
        guard let base = bytes.baseAddress else { return 0..<0 }
        let isUTF8 = cscan_clean_prefix(base + wholeBytes.lowerBound, wholeBytes.count) == wholeBytes.count
        return isUTF8 ? wholeBytes : 0..<0
    }
}
