import BackstackCoding
import BackstackDependencies
import BackstackPlatform
import FoundationEssentials

extension ScreenWriter {
  /// Returns what a binding sends, as a template with the place of the value; `nil` if it sends
  /// nothing, or something else than the value, which is reported.
  ///
  /// - Parameters:
  ///   - samples: Two values that the binding may be set to; by default two of its type.
  ///   - others: More values, which have to be sent by the same template.
  func template<Value>(
    _ binding: Binding<Value>, samples: (Value, Value)? = nil, others: [Value]? = nil
  ) -> SentActions? {
    template(of: binding) {
      guard let template = makeTemplate(binding, samples) else { return nil }
      let type = Samples.name(of: Value.self)
      guard binding.hasOwnSetter,
        !isTemplate(template, of: binding, for: others ?? Samples.others(of: Value.self), type)
      else { return template }
      return reportConversion(of: Value.self)
    }
  }

  /// Returns whether a template makes what a binding sends that is set to any of some values. The value that it
  /// has need not be sent again.
  func isTemplate<Value>(
    _ template: SentActions, of binding: Binding<Value>, for values: [Value], _ type: String
  ) -> Bool {
    let present = json(binding.wrappedValue)
    return values.allSatisfy { value in
      guard let json = json(value), json != present else { return true }
      let sent = sent(by: binding, value)
      if sent == template.filled(with: json, type: type) { return true }
      // What differs each time is reported by others.
      return sent != self.sent(by: binding, value)
    }
  }

  /// Returns the template of a binding: of a field, that which was made before, if it was.
  ///
  /// - Parameter make: Returns the template; `nil` if there is none.
  func template<Value>(of binding: Binding<Value>, _ make: () -> SentActions?) -> SentActions? {
    guard let place = binding.field?.place else { return make() }
    if let inner = FieldTemplates[place.key] {
      return SentActions(SentAction(inner: inner, place: place.actions))
    }
    let template = make()
    if let inner = template?.json(within: place.actions) { FieldTemplates[place.key] = inner }
    return template
  }

  /// Returns what a binding sends that is set to two values, as a template; `nil` if it does not send the
  /// values as they are.
  func template<Value>(
    of binding: Binding<Value>, between values: (Value, Value), type: String
  ) -> SentActions? {
    guard let first = sent(by: binding, values.0), let second = sent(by: binding, values.1),
      let firstJSON = json(values.0), let secondJSON = json(values.1)
    else { return nil }
    return first.template(firstJSON, second, secondJSON, type: type)
  }

  private func makeTemplate<Value>(
    _ binding: Binding<Value>, _ samples: (Value, Value)?
  ) -> SentActions? {
    // Of all fields, most are of texts: a text that no action has by itself needs no second one.
    if samples == nil, Value.self == String.self, let mark = Samples.mark as? Value {
      guard let sent = sent(by: binding, mark) else { return nil }
      return sent.template(Samples.markJSON, type: "string") ?? reportConversion(of: Value.self)
    }
    guard let samples = samples ?? Samples.values(of: Value.self) else {
      reportViewIssue(
        "No client can set a \(Value.self). Use a String, a number, a Bool or a Date.")
      return nil
    }
    return template(of: binding, between: samples, type: Samples.name(of: Value.self))
      ?? reportConversion(of: Value.self)
  }

  private func reportConversion(of type: Any.Type) -> SentActions? {
    let control = latestText.map { " of \"\($0)\"" } ?? ""
    reportViewIssue(
      """
      The setter of a Binding<\(type)>\(control) sends something else than its value as it is, so no client \
      can make the action. Send the value, and change it in the reducer.
      """)
    return nil
  }

  /// The text of the control that is being written, by which a report names it.
  private var latestText: Substring? {
    let node = String(decoding: bytes, as: UTF8.self).split(separator: #"{"kind":"#).last ?? ""
    return node.firstRange(of: #","text":""#).map { node[$0.upperBound...].prefix { $0 != "\"" } }
  }

  /// Returns the name of a type in templates.
  func templateType(of type: Any.Type) -> String { Samples.name(of: type) }

  /// Returns what a binding sends when it is set to a value; `nil` if it sends nothing.
  func sent<Value>(by binding: Binding<Value>, _ value: Value) -> SentActions? {
    recorder.actions { binding.wrappedValue = value }
  }

  /// Returns a value as JSON; `nil` if it has no JSON form, which is reported.
  func json(_ value: Any) -> [UInt8]? {
    if let flag = value as? Bool { return Array((flag ? "true" : "false").utf8) }
    if let number = value as? Int { return Array(String(number).utf8) }
    guard let value = value as? any Encodable else {
      reportViewIssue("\(type(of: value)) is not Encodable: no client can send it.")
      return nil
    }
    return encoded(value)
  }
}

/// The templates of fields that were made before, in actions of the fields' own features.
private enum FieldTemplates {
  private static let known = Guarded<[FieldKey: [UInt8]]>([:])
  /// The fields of a program are few; but those of elements with an id can be any number.
  private static let capacity = 1_000

  static subscript(key: FieldKey) -> [UInt8]? {
    get { known.withLock { $0[key] } }
    set { known.withLock { if $0.count < capacity { $0[key] = newValue } } }
  }
}

/// Values from which templates are made.
private enum Samples {
  /// A text that no action has by itself, and its JSON.
  static let mark = "\u{F8F0}text\u{F8F1}"
  static let markJSON = Array("\"\(mark)\"".utf8)

  /// Returns two values of a type; `nil` if it is not known.
  static func values<Value>(of type: Value.Type) -> (Value, Value)? {
    if type == Bool.self {
      return (false as? Value).flatMap { no in (true as? Value).map { (no, $0) } }
    }
    if type == Int.self {
      return (101 as? Value).flatMap { one in (102 as? Value).map { (one, $0) } }
    }
    if let optional = type as? any OptionalValue.Type {
      return optional.samples as? (Value, Value)
    }
    let pair: (Any, Any)? =
      switch type {
      case is String.Type: ("\u{F8F0}first", "\u{F8F1}second")
      case is Date.Type:
        (Date(timeIntervalSince1970: 981_173_106), Date(timeIntervalSince1970: 1_012_709_106))
      case is Decimal.Type:
        (
          Decimal(sign: .plus, exponent: -1, significand: 1015),
          Decimal(sign: .plus, exponent: -2, significand: 10225)
        )
      case let type as any FixedWidthInteger.Type: integers(type)
      case let type as any BinaryFloatingPoint.Type: numbers(type)
      default: nil
      }
    guard let first = pair?.0 as? Value, let second = pair?.1 as? Value else { return nil }
    return (first, second)
  }

  /// Returns values that setters treat in another way than the two, if they change any.
  static func others<Value>(of type: Value.Type) -> [Value] {
    let others: [Any] =
      switch type {
      case is String.Type:
        [
          "",
          " \u{F8F0} A long Text with CAPITALS, 1234567890 and ÄÖÜ, at both ends of it blanks\u{F8F1} ",
        ]
      case let type as any FixedWidthInteger.Type: otherIntegers(type)
      case let type as any BinaryFloatingPoint.Type: otherNumbers(type)
      case let type as any OptionalValue.Type: type.others
      default: []
      }
    return others.compactMap { $0 as? Value }
  }

  private static func otherIntegers<Number: FixedWidthInteger>(_: Number.Type) -> [Any] {
    [Number(0), Number(clamping: -5), Number(clamping: 100_003)]
  }

  private static func otherNumbers<Number: BinaryFloatingPoint>(_: Number.Type) -> [Any] {
    [Number(0), Number(-2.5), Number(100_003.5)]
  }

  private static func integers<Number: FixedWidthInteger>(_: Number.Type) -> (Any, Any) {
    (Number(101), Number(102))
  }

  private static func numbers<Number: BinaryFloatingPoint>(_: Number.Type) -> (Any, Any) {
    (Number(101.5), Number(102.25))
  }

  /// Returns the name of a type in templates.
  static func name(of type: Any.Type) -> String {
    if type == Bool.self { return "boolean" }
    if type == Int.self { return "integer" }
    return switch type {
    case let optional as any OptionalValue.Type: name(of: optional.wrapped)
    case is String.Type: "string"
    case is Date.Type: "date"
    case is any FixedWidthInteger.Type: "integer"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "number"
    default: "json"
    }
  }

  protocol OptionalValue {
    static var wrapped: Any.Type { get }
    static var samples: Any? { get }
    static var others: [Any] { get }
  }
}

extension Optional: Samples.OptionalValue {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate static var others: [Any] {
    Samples.others(of: Wrapped.self).map { Wrapped?.some($0) as Any }
  }
  fileprivate static var samples: Any? {
    Samples.values(of: Wrapped.self).map { (Wrapped?.some($0.0), Wrapped?.some($0.1)) }
  }
}
