import BackstackPlatform
import FoundationEssentials

extension DescriptionBuilder {
  /// Returns the description of a value that is shown as one text; `nil` for a value with parts.
  mutating func leaf(_ value: Any) -> Description? {
    switch value {
    case let string as String: return text(string, of: value)
    case let uuid as UUID: return Description(leaf: "UUID(\(uuid.uuidString))", of: value)
    case let url as URL: return Description(leaf: "URL(\(url.absoluteString))", of: value)
    case let date as Date: return Description(leaf: "Date(\(format(date)))", of: value)
    case let data as Data: return Description(leaf: "Data(\(format(data)))", of: value)
    case let type as Any.Type: return Description(leaf: "\(typeName(type)).self", of: value)
    case let keyPath as AnyKeyPath:
      return Description(leaf: String(reflecting: keyPath), of: value)
    default: break
    }
    let type = type(of: value)
    if type == AnyHashable.self, let value = value as? AnyHashable { return describe(value.base) }
    let name = String(reflecting: type)
    if name.contains(" -> ") { return Description(leaf: typeName(type), of: value) }
    guard Self.systemModules.contains(where: name.hasPrefix),
      let convertible = value as? any CustomStringConvertible
    else { return nil }
    // The parts of a system type are implementation details, unless it is a container of other
    // values.
    switch Mirror(reflecting: value).displayStyle {
    case .struct, .class, nil:
      let isDebuggable =
        value is any CustomDebugStringConvertible && !(value is any RangeExpression)
      return Description(
        leaf: isDebuggable ? String(reflecting: value) : convertible.description, of: value)
    default: return nil
    }
  }

  private static let systemModules = ["Swift.", "Foundation.", "FoundationEssentials."]

  /// Describes a quoted text, line by line if it has several lines.
  private func text(_ string: String, of value: Any) -> Description {
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return Description(leaf: string.debugDescription, of: value) }
    return Description(
      .bag, "\"\"\"",
      lines.map {
        Description.Part(label: nil, description: Description(leaf: String($0), of: $0))
      },
      closing: "\"\"\"", separator: "", of: value)
  }

  /// Formats a date with all of its digits, so that different dates have different texts.
  private func format(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    let fraction = seconds - seconds.rounded(.down)
    // A calendar can't represent dates beyond that.
    guard seconds.magnitude < 1e11, fraction == 0 || "\(fraction)".hasPrefix("0.") else {
      return "\(seconds) s since 2001-01-01T00:00:00Z"
    }
    let second = Date(timeIntervalSinceReferenceDate: seconds - fraction)
    return second.formatted(.iso8601).dropLast() + (fraction == 0 ? "" : "\(fraction)".dropFirst())
      + "Z"
  }

  private func format(_ data: Data) -> String {
    let shown = data.prefix(32).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    return "\(data.count) bytes: \(shown)\(data.count > 32 ? "…" : "")"
  }
}

/// Returns whether a value is an `Optional`, rather than a type whose mirror looks like one.
func isOptional(_ value: Any) -> Bool {
  func isOptional<Value>(_: Value) -> Bool { Value.self is any AnyOptional.Type }
  return _openExistential(value, do: isOptional)
}

private protocol AnyOptional {}
extension Optional: AnyOptional {}

/// Returns the name of an enum's case, regardless of the enum's own description.
func caseName(_ value: Any) -> String? {
  func name<Value>(_ value: Value) -> String? { enumCaseName(of: value) }
  return _openExistential(value, do: name)
}
