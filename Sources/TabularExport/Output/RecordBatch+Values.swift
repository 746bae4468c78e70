import CExport
import CScan
import Tabular

extension RecordBatch {
    /// Passes the pieces from the one at `index` on to `body`, in the kernels' layout; does nothing if there are no bytes.
    func withValues(from index: Int, _ body: (cexport_values) -> Void) {
        let rest = UnsafeBufferPointer(rebasing: pieces[index...])
        // A piece consists of nothing but its bits.
        rest.withMemoryRebound(to: cexport_piece.self) { pieces in
            guard let start = pieces.baseAddress, let base = bytes.baseAddress else { return }
            body(
                cexport_values(
                    bytes: base, byte_count: bytes.count, pieces: start, piece_count: pieces.count,
                    is_delimited: separators != nil, delimiter: separators?.delimiter ?? 0,
                    quote: separators?.quote ?? 0))
        }
    }

    /// The range of the whole values in the batch, and the bytes between them, if all of them are UTF-8 without NUL; else
    /// empty. Values that lie only partly in it may be split within a character.
    var utf8Bytes: Range<Int> {
        guard let base = bytes.baseAddress else { return 0..<0 }
        let isUTF8 = cscan_clean_prefix(base + wholeBytes.lowerBound, wholeBytes.count) == wholeBytes.count
        return isUTF8 ? wholeBytes : 0..<0
    }
}
