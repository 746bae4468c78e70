/// The operations of a source beyond showing cells, each nil where the source lacks it.
///
/// Callers ask the value and never the type of a source, so that a source may pass on the abilities of another one, or lose
/// one while it is open.
///
///     guard let rows = source.abilities.pick else { return }
public struct Abilities: Sendable {
    /// Streams whole records, forwards.
    public var scan: (any RecordStreaming)?
    /// Streams the records of any rows.
    public var pick: (any RowPicking)?
    /// Searches bytes of text.
    public var bytes: (any ByteScanning)?
    /// Gives records as they stand in the file.
    public var raw: (any RawRecords)?
    /// Finds the bytes of a value in the file.
    public var locate: (any ValueLocating)?
    /// Finds the value that a column has its type by.
    public var explain: (any TypeExplaining)?
    /// Returns the rows in their present order, whatever order comes into force later. Without it the order is the file's.
    public var pin: (@Sendable () -> any RowPicking)?

    /// The abilities of one format alone, by their types.
    private var ofFormat: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// An ability of one format alone, for those who know the format, by its type.
    public subscript<Ability: Sendable>(type: Ability.Type) -> Ability? {
        get { ofFormat[ObjectIdentifier(type)] as? Ability }
        set { ofFormat[ObjectIdentifier(type)] = newValue }
    }

    /// The abilities of a source that streams records.
    public init(scan: any RecordStreaming) { self.scan = scan }

    /// The abilities of a source that streams the records of any rows.
    public init(pick: any RowPicking) { (self.scan, self.pick) = (pick, pick) }
}

extension TableSource {
    /// None.
    public var abilities: Abilities { Abilities() }

    public func prioritize() {}
}

extension RecordStreaming {
    public var abilities: Abilities { Abilities(scan: self) }
}

extension RowPicking {
    public var abilities: Abilities { Abilities(pick: self) }
}
