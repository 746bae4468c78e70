import FoundationEssentials
import QuadrilleRuntime
import Tabular

// Views by the shape of their tables.
extension ViewStore {
    enum RecalledShape: Sendable {
        case nothing
        case view(KeptShape)
        case damaged(setAside: String)
    }

    /// Looks up the last view of a table with those columns in another file than the one at `path`, and reports it on the main
    /// thread.
    func recall(
        _ columns: [Column], _ description: TableDescription, besides path: String,
        _ answer: @escaping @MainActor @Sendable (RecalledShape) -> Void
    ) {
        Self.queue.async {
            let recalled = TableShape(columns, description).map { view(of: $0, besides: path) } ?? .nothing
            MainHop.post { answer(recalled) }
        }
    }

    /// Call it on the queue, or in tests.
    func view(of shape: TableShape, besides path: String) -> RecalledShape {
        let name = shape.fileName
        // A file that cannot be read now stays unchanged.
        guard let bytes = try? shapes.read(name) else { return .nothing }
        do {
            struct Start: Codable { var view: Version }
            struct Version: Codable { var version: Int }
            let (decoder, data) = (JSONDecoder(), Data(bytes))
            guard try decoder.decode(Start.self, from: data).view.version <= KeptView.currentVersion else {
                return .nothing
            }
            let kept = try decoder.decode(KeptShape.self, from: data)
            return kept.shape == shape && kept.view.path != path ? .view(kept) : .nothing
        } catch {
            return shapes.setAside(name).map { .damaged(setAside: $0) } ?? .nothing
        }
    }

    /// Stores a view for tables of that shape. A default view replaces only a stored view of the same file: offering it to the
    /// user would be pointless.
    func keepNow(_ view: KeptView, of shape: TableShape) {
        guard view.isOrdinary else {
            shapes.write(KeptShape(shape: shape, view: view).encoded, to: shape.fileName)
            return shapes.forgetOldest()
        }
        if case .view(let kept) = self.view(of: shape, besides: ""), kept.view.path == view.path {
            shapes.remove(shape.fileName)
        }
    }
}

extension KeptShape {
    var encoded: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
    }
}
