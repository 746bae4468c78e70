import Translation

extension ForeignFormat {
    /// The name of the kind, to follow "is": "an Excel workbook (XLSX)".
    var kind: String {
        switch self {
        case .tar, .packed, .lz4, .lzip, .compress, .sevenZip, .rar: packedKind
        case .pdf, .png, .jpeg, .gif, .tiff, .webp, .bitmap, .svg, .html: pageKind
        case .spreadsheet, .openDocument, .workbook, .wordDocument, .presentation, .oldOffice: officeKind
        case .sqlite: tr("an SQLite database")
        case .duckDB(let version):
            tr("a DuckDB database (storage version {version})", ["version": "\(version)"])
        case .parquet: tr("a Parquet file")
        case .arrowFile: tr("an Arrow file (Feather)")
        case .arrowStream: tr("an Arrow stream")
        case .feather: tr("a Feather file")
        case .program: tr("a program (ELF)")
        case .xml: tr("an XML document")
        case .binary: tr("binary data of an unknown kind")
        }
    }

    /// A sentence about the next step.
    var advice: String {
        switch self {
        case .lz4: tr("Run unlz4 on it and open the result.")
        case .lzip: tr("Run lzip -d on it and open the result.")
        case .compress: tr("Run uncompress on it and open the result.")
        case .tar, .packed, .sevenZip, .rar: tr("Unpack it and open what is in it.")
        case .png, .jpeg, .gif, .tiff, .webp, .bitmap: Self.viewPicture
        case .pdf: tr("Open it with a document viewer.")
        case .sqlite, .duckDB: tr("Export a table of it as CSV and open that.")
        case .spreadsheet, .workbook: tr("Save the sheet as CSV and open that.")
        case .openDocument, .wordDocument, .presentation: tr("Open it with an office program.")
        case .oldOffice, .parquet, .arrowFile, .arrowStream, .feather: Self.saveAsCSV
        case .program: tr("Choose another file.")
        case .xml: Self.advice(Self.saveAsCSV, Self.force)
        case .svg: Self.advice(Self.viewPicture, Self.force)
        case .html: Self.advice(tr("Open it with a browser."), Self.force)
        case .binary: Self.force
        }
    }

    private var packedKind: String {
        switch self {
        case .tar: tr("a tar archive")
        case .packed(.zip): tr("a zip archive")
        case .packed(.zstd): tr("Zstandard-compressed data")
        case .packed(let compression): tr("{compression}-compressed data", ["compression": compression.name])
        case .lz4: tr("LZ4-compressed data")
        case .lzip: tr("lzip-compressed data")
        case .compress: tr("data compressed by compress (.Z)")
        case .sevenZip: tr("a 7-Zip archive")
        case .rar: tr("a RAR archive")
        default: ""
        }
    }

    private var pageKind: String {
        switch self {
        case .pdf: tr("a PDF document")
        case .png: tr("a PNG picture")
        case .jpeg: tr("a JPEG picture")
        case .gif: tr("a GIF picture")
        case .tiff: tr("a TIFF picture")
        case .webp: tr("a WebP picture")
        case .bitmap: tr("a BMP picture")
        case .svg: tr("an SVG picture")
        case .html: tr("an HTML document")
        default: ""
        }
    }

    private var officeKind: String {
        switch self {
        case .spreadsheet: tr("an OpenDocument spreadsheet (ODS)")
        case .openDocument: tr("an OpenDocument file")
        case .workbook: tr("an Excel workbook (XLSX)")
        case .wordDocument: tr("a Word document (DOCX)")
        case .presentation: tr("a PowerPoint presentation (PPTX)")
        case .oldOffice: tr("an old Office document (such as XLS)")
        default: ""
        }
    }

    private static var saveAsCSV: String { tr("Save it as CSV and open that.") }
    private static var force: String { tr("If it is a table of text all the same, open it with --text.") }
    private static var viewPicture: String { tr("Open it with a picture viewer.") }

    /// Two sentences, or one in some languages.
    private static func advice(_ first: String, _ second: String) -> String {
        tr("{sentence} {next}", ["sentence": first, "next": second])
    }
}
