import QuadrilleRuntime
import Testing

struct VersionTests {
    @Test func versionsAscendWithChanges() {
        var version = Version()
        let before = version
        version.advance()
        #expect(before < version && version == before.next && version == 1)
    }

    @Test func joinedVersionAscendsWithEither() {
        let (source, order) = (Version(4), Version(2))
        let joined = source.joined(with: order)
        #expect(joined < source.next.joined(with: order) && joined < source.joined(with: order.next))
    }

    @Test func uniqueVersionsAscendAndDiffer() {
        let versions = (0..<100).map { _ in Version.unique() }
        #expect(Set(versions).count == 100 && versions.sorted() == versions)
    }
}
