/// A writer of metrics in the text exposition format of Prometheus, version 0.0.4.
public struct HTTPMetricWriter: Sendable {
  /// The kind of a metric. An open set.
  public struct Kind: Sendable, Hashable {
    let name: String

    /// A number that only grows until the process restarts; its name ends in `_total`.
    public static let counter = Kind(name: "counter")
    /// A number that goes up and down.
    public static let gauge = Kind(name: "gauge")
    static let histogram = Kind(name: "histogram")
  }

  /// A label of a sample. Values must be few: each creates a time series.
  public typealias Label = (name: StaticString, value: String)

  private(set) var bytes: [UInt8] = []
  private var family: StaticString = ""

  /// Begins a metric; its samples follow.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores, not beginning with a digit; unique.
  ///   - kind: The type of the metric.
  ///   - help: A description of the counted events, and the unit.
  public mutating func begin(_ name: StaticString, _ kind: Kind, help: StaticString) {
    family = name
    bytes.append("# HELP ")
    bytes.append(name)
    bytes.append(" ")
    append(escaped: help.description, quotes: false)
    bytes.append("\n# TYPE ")
    bytes.append(name)
    bytes.append(" ")
    bytes.append(contentsOf: kind.name.utf8)
    bytes.append("\n")
  }

  /// Writes a sample of the current metric.
  public mutating func sample(_ value: Int, _ labels: [Label] = []) {
    append("", labels, "\(value)")
  }

  /// Writes a sample of the current metric.
  public mutating func sample(_ value: Double, _ labels: [Label] = []) {
    append("", labels, HTTPMetricWriter.text(value))
  }

  /// Writes the samples of a histogram of durations; bounds and sum are given in nanoseconds and
  /// written in seconds.
  mutating func histogram(
    counts: [Int], bounds: [Int64], sum: Int, _ labels: [Label] = []
  ) {
    var total = 0
    for (index, count) in counts.enumerated() {
      total += count
      let bound = index < bounds.count ? HTTPMetricWriter.seconds(bounds[index]) : "+Inf"
      append("_bucket", labels + [("le", bound)], "\(total)")
    }
    append("_sum", labels, HTTPMetricWriter.seconds(Int64(clamping: sum)))
    append("_count", labels, "\(total)")
  }

  private mutating func append(_ suffix: StaticString, _ labels: [Label], _ value: String) {
    bytes.append(family)
    bytes.append(suffix)
    var separator: StaticString = "{"
    for label in labels {
      bytes.append(separator)
      separator = ","
      bytes.append(label.name)
      bytes.append("=\"")
      append(escaped: label.value, quotes: true)
      bytes.append("\"")
    }
    bytes.append(labels.isEmpty ? " " : "} ")
    bytes.append(contentsOf: value.utf8)
    bytes.append("\n")
  }

  private mutating func append(escaped text: String, quotes: Bool) {
    for byte in text.utf8 {
      switch byte {
      case ASCII.lineFeed: bytes.append("\\n")
      case ASCII.backslash: bytes.append("\\\\")
      case ASCII.quote where quotes: bytes.append("\\\"")
      default: bytes.append(byte)
      }
    }
  }

  /// Returns nanoseconds as seconds, exactly, without trailing zeros.
  static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if part == 0 { return "\(whole)" }
    let digits = "\(part)"
    var fraction = String(repeating: "0", count: max(0, 9 - digits.count)) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }

  private static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return "\(value)"
  }
}
