/// The order of the numbers in a date that does not begin with a year of four digits.
public enum DateOrder: String, Sendable, Hashable, Codable, CaseIterable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
    case yearFirst = "ymd"
}
