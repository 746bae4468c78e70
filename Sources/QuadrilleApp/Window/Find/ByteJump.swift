import GridGTK
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The way to the row of a byte offset.
@MainActor
struct ByteJump {
    weak var document: Document?

    /// Finds the row of a byte offset on another thread, and goes there.
    func go(toByte byte: Int) {
        guard let source = document?.grid?.source.abilities.bytes else {
            document?.goTo?.say(tr("This table does not lie in bytes. Go to a row."))
            return
        }
        let answer = { @Sendable [weak document] (found: Result<Int?, ReadError>) in
            MainHop.post { ByteJump(document: document).arrive(found, byByte: byte, in: source) }
        }
        WorkerPool.shared.submit(.interaction, refused: .call({ answer(.failure(.noThreadForTask)) })) {
            do throws(ReadError) { answer(.success(try source.row(ofSourceByte: byte))) } catch {
                answer(.failure(error))
            }
        }
    }

    /// Goes to the row of a byte offset, or shows why there is none.
    private func arrive(_ found: Result<Int?, ReadError>, byByte byte: Int, in source: any ByteScanning) {
        guard let document, let grid = document.grid, grid.source === source else { return }
        switch found {
        case .failure(let error): document.goTo?.say(error.description)
        case .success(nil): document.goTo?.say(GoToTarget.words(ofMissingByte: byte, in: grid.model.table))
        case .success(let row?):
            document.goTo?.close()
            document.leap(toSourceRow: max(0, row))
            document.focus()
        }
    }
}
