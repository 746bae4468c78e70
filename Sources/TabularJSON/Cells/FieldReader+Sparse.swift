import Tabular

extension FieldReader {
    /// A Boolean value that indicates whether nearly all fields of the last record read are missing.
    var isSparse: Bool { !isCut && engine.isSparse }

    /// Streams the fields of the last record read to `sink`, without ending the record. `text` is its text, and `bytes` empty
    /// memory for values.
    ///
    /// - Complexity: O(fields that are not missing, and their bytes), apart from the work of `sink`.
    func give(
        of text: UnsafeBufferPointer<UInt8>, _ form: JSONField.TextForm, through bytes: inout [UInt8],
        to sink: inout some RecordSink
    ) {
        var next = 0
        for field in engine.filledFields {
            let place = Int(field)
            if place > next { sink.endMissing(place - next) }
            let info = append(at: place, of: text, form, to: &bytes)
            if !bytes.isEmpty { bytes.withUnsafeBufferPointer { sink.append($0) } }
            bytes.removeAll(keepingCapacity: true)
            sink.endValue(info.state, as: info.kind)
            next = place + 1
        }
        if next < count { sink.endMissing(count - next) }
    }
}
