import Tabular
import Translation

extension UnpackFailure {
    package var message: String {
        switch self {
        case .damaged(let compression, let place):
            tr(
                """
                unpacking stopped at byte {byte} of the compressed data: the {compression} data is damaged there. Get it \
                again, or a copy of it.
                """, ["byte": place.grouped, "compression": compression.name])
        case .cut(let compression, let place):
            tr(
                """
                unpacking stopped at byte {byte} of the compressed data: the {compression} data is cut off there. Get the \
                whole of it and open that.
                """, ["byte": place.grouped, "compression": compression.name])
        case .needsMemory(let compression, let place):
            tr(
                """
                unpacking stopped at byte {byte} of the compressed data: the {compression} data needs more memory \
                than is used for it. Unpack it and open the result.
                """, ["byte": place.grouped, "compression": compression.name])
        case .wrongChecksum(let place):
            tr(
                """
                unpacking stopped at byte {byte} of the compressed data: what is unpacked is not what was packed, by \
                its checksum. Get it again, or a copy of it.
                """, ["byte": place.grouped])
        case .suspiciousSize(let bytes):
            tr(
                "unpacks to more than {bytes} bytes, which is not read further. Unpack it yourself if you trust it.",
                ["bytes": bytes.grouped])
        case .suspiciousRatio(let ratio, let place, let bytes, let folder):
            tr(
                """
                unpacking stopped at byte {byte} of the compressed data: it has become {bytes} bytes, {ratio} times as \
                many, a tenth of what was free in {folder}. Make room there, or set TMPDIR to a folder that has more.
                """,
                ["byte": place.grouped, "bytes": bytes.grouped, "ratio": ratio.grouped, "folder": folder])
        case .grown: tr("has grown. Compressed files are not followed: open it again to see the rest.")
        }
    }
}
