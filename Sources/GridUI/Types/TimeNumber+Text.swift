import Tabular
import Translation

extension TimeNumber {
    /// The unit and the beginning for the user, in UTC as all times.
    package var title: String {
        switch self {
        case .unix: tr("Unix seconds (UTC)")
        case .unixMilliseconds: tr("Unix milliseconds (UTC)")
        case .unixMicroseconds: tr("Unix microseconds (UTC)")
        case .webKit: tr("WebKit microseconds (UTC)")
        case .apple: tr("Apple seconds (UTC)")
        case .julian: tr("Julian day (UTC)")
        }
    }
}

extension [Int: CellFormat] {
    /// The title of a column in its header: with the zone of its times where numbers are shown as these.
    func title(ofColumn column: Int, of table: TableSnapshot) -> String {
        table.columns[column].title(at: column) + (self[column]?.time == nil ? "" : " · UTC")
    }
}
