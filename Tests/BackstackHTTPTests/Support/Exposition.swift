@testable import BackstackHTTP

/// Metrics in Prometheus' text format, parsed strictly by the description of version 0.0.4.
struct Exposition {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// The values by name and labels, as `name{label="value"}` with sorted labels.
  private(set) var samples: [String: Double] = [:]
  private(set) var types: [String: String] = [:]

  /// - Throws: ``Problem`` for anything that the format does not allow.
  init(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(description: "The exposition is not UTF-8.")
    }
    guard text.hasSuffix("\n") else { throw Problem(description: "The last line has no end.") }
    var family = ""
    var helped: Set<String> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      func fail(_ reason: String) -> Problem { Problem(description: "\(reason): \(line)") }
      if line.hasPrefix("# HELP ") {
        let name = line.dropFirst(7).prefix { $0 != " " }
        guard helped.insert(String(name)).inserted else { throw fail("A second HELP") }
        family = String(name)
      } else if line.hasPrefix("# TYPE ") {
        let words = line.split(separator: " ")
        guard words.count == 4, types[String(words[2])] == nil, words[2] == family else {
          throw fail("TYPE is not once, after HELP")
        }
        guard ["counter", "gauge", "histogram"].contains(words[3]) else { throw fail("No type") }
        types[family] = String(words[3])
      } else {
        var sample = Sample(rest: line)
        let name = sample.takeName()
        guard let base = Self.base(of: name, types), base == family else {
          throw fail("A sample outside its family")
        }
        guard let labels = sample.takeLabels(), sample.take(" "), let value = sample.takeValue()
        else { throw fail("No sample") }
        if types[base] == "counter", !name.hasSuffix("_total") { throw fail("No counter's name") }
        guard samples.updateValue(value, forKey: name + labels) == nil else {
          throw fail("A second sample")
        }
      }
    }
    try checkHistograms()
  }

  private static func base(of name: String, _ types: [String: String]) -> String? {
    if types[name] != nil, types[name] != "histogram" { return name }
    for suffix in ["_bucket", "_sum", "_count"] where name.hasSuffix(suffix) {
      let base = String(name.dropLast(suffix.count))
      if types[base] == "histogram" { return base }
    }
    return nil
  }

  /// Checks that buckets do not fall and that the last one is the count.
  private func checkHistograms() throws {
    for (name, type) in types where type == "histogram" {
      var series: [String: [(bound: Double, count: Double)]] = [:]
      for (key, value) in samples where key.hasPrefix(name + "_bucket{") {
        guard let match = key.firstMatch(of: /,?le="([^"]*)"/),
          let bound = match.1 == "+Inf" ? .infinity : Double(match.1)
        else { throw Problem(description: "A bucket without a bound: \(key)") }
        let labels = key.replacing(match.0, with: "").replacing("{,", with: "{")
          .dropFirst(name.count + 7)
        series[labels == "{}" ? "" : String(labels), default: []].append((bound, value))
      }
      for (labels, buckets) in series {
        let sorted = buckets.sorted { $0.bound < $1.bound }
        guard sorted.last?.bound == .infinity,
          zip(sorted, sorted.dropFirst()).allSatisfy({ $0.count <= $1.count }),
          samples["\(name)_count\(labels)"] == sorted.last?.count,
          samples["\(name)_sum\(labels)"] != nil
        else { throw Problem(description: "The histogram \(name)\(labels) contradicts itself.") }
      }
    }
  }
}

/// The rest of a line with a sample.
private struct Sample {
  var rest: Substring

  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  mutating func takeName() -> String {
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    rest = rest[name.endIndex...]
    return name.first?.isNumber == true ? "" : String(name)
  }

  /// Parses the labels, sorted; empty if there are none, `nil` if they are malformed.
  mutating func takeLabels() -> String? {
    guard take("{") else { return "" }
    var labels: [String] = []
    repeat {
      let name = takeName()
      guard !name.isEmpty, take("="), take("\"") else { return nil }
      var value = ""
      while let character = rest.popFirst(), character != "\"" {
        value.append(character)
        guard character == "\\" else { continue }
        guard let escaped = rest.popFirst(), "\\\"n".contains(escaped) else { return nil }
        value.append(escaped)
      }
      labels.append("\(name)=\"\(value)\"")
    } while take(",")
    guard take("}"), Set(labels).count == labels.count else { return nil }
    return "{\(labels.sorted().joined(separator: ","))}"
  }

  mutating func takeValue() -> Double? {
    defer { rest = "" }
    switch rest {
    case "+Inf": return .infinity
    case "-Inf": return -.infinity
    case "NaN": return .nan
    default: return rest.allSatisfy({ "+-.eE0123456789".contains($0) }) ? Double(rest) : nil
    }
  }
}
