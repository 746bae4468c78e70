@testable import TabularText

/// The rules of `RecordParser` in the slowest and most obvious form: the whole input, byte by byte, with looking ahead.
func referenceRecords(_ text: [UInt8], delimiter: UInt8 = 0x2C, quote: UInt8? = 0x22) -> [[[UInt8]]] {
    var records: [[[UInt8]]] = []
    var i = 0
    while i < text.count {
        var record: [[UInt8]] = []
        var isRecordDone = false
        while !isRecordDone {
            var field: [UInt8] = []
            if i < text.count, text[i] == quote {
                i += 1
                while i < text.count {
                    if text[i] == quote {
                        if i + 1 < text.count, text[i + 1] == quote {
                            field.append(text[i])
                            i += 2
                            continue
                        }
                        i += 1
                        break
                    }
                    field.append(text[i])
                    i += 1
                }
            }
            while i < text.count, text[i] != delimiter, text[i] != 10, text[i] != 13 {
                field.append(text[i])
                i += 1
            }
            record.append(field)
            if i == text.count {
                isRecordDone = true
            } else if text[i] == delimiter {
                i += 1
            } else {
                i += text[i] == 13 && i + 1 < text.count && text[i + 1] == 10 ? 2 : 1
                isRecordDone = true
            }
        }
        records.append(record)
    }
    return records
}
