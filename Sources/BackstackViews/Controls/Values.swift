public import FoundationEssentials

// Controls of values that are no texts.

/// A control that turns something on and off.
public struct Toggle<Title: View>: PrimitiveView {
  private let isOn: Binding<Bool>
  private let label: Title

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Title) {
    self.isOn = isOn
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("toggle", isActive: true) {
      writer.label(label)
      writer.put("value", json: Array((isOn.wrappedValue ? "true" : "false").utf8))
      writer.put("send", writer.switching(isOn))
      writer.putStyle(.toggle)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension Toggle where Title == Text {
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(title) }
  }
}

extension Toggle where Title == Label<Text, Image> {
  public init(_ title: some StringProtocol, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Label(title, systemImage: systemImage) }
  }
}

/// A control that makes a value larger and smaller.
public struct Stepper<Title: View>: PrimitiveView {
  private let label: Title
  private let write: (ScreenWriter) -> Void

  private init(label: Title, write: @escaping (ScreenWriter) -> Void) {
    self.label = label
    self.write = write
  }

  /// Creates a control of a value.
  public init<Value: Strideable & Encodable>(
    value: Binding<Value>, step: Value.Stride = 1, @ViewBuilder label: () -> Title
  ) {
    self.init(label: label()) { $0.putNumber(value, step: step, in: nil) }
  }

  /// Creates a control of a value in a range.
  public init<Value: Strideable & Encodable>(
    value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
    @ViewBuilder label: () -> Title
  ) {
    self.init(label: label()) { $0.putNumber(value, step: step, in: bounds) }
  }

  /// Creates a control of two closures; without one, the value can't change in that direction.
  public init(
    @ViewBuilder label: () -> Title, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
  ) {
    self.init(label: label()) { writer in
      writer.put("increment", onIncrement.flatMap { writer.recorder.actions(of: $0) })
      writer.put("decrement", onDecrement.flatMap { writer.recorder.actions(of: $0) })
    }
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("stepper", isActive: true) {
      writer.label(label)
      write(writer)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension Stepper where Title == Text {
  public init<Value: Strideable & Encodable>(
    _ title: some StringProtocol, value: Binding<Value>, step: Value.Stride = 1
  ) {
    self.init(value: value, step: step) { Text(title) }
  }

  public init<Value: Strideable & Encodable>(
    _ title: some StringProtocol, value: Binding<Value>, in bounds: ClosedRange<Value>,
    step: Value.Stride = 1
  ) {
    self.init(value: value, in: bounds, step: step) { Text(title) }
  }

  public init(
    _ title: some StringProtocol, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
  ) {
    self.init(label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement)
  }
}

/// A control for a value in a range.
public struct Slider<Title: View>: PrimitiveView {
  private let label: Title
  private let write: (ScreenWriter) -> Void

  public init<Value: BinaryFloatingPoint & Encodable>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value.Stride? = nil,
    @ViewBuilder label: () -> Title
  ) where Value.Stride: BinaryFloatingPoint {
    self.label = label()
    // A client needs a step for its keys.
    let width = bounds.lowerBound.distance(to: bounds.upperBound)
    write = { $0.putNumber(value, step: step ?? width / 100, in: bounds, isFree: step == nil) }
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("slider", isActive: true) {
      writer.label(label)
      write(writer)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension Slider {
  /// Creates a control with labels at its ends, which a client writes by itself.
  public init<Value: BinaryFloatingPoint & Encodable>(
    value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride? = nil,
    @ViewBuilder label: () -> Title, @ViewBuilder minimumValueLabel: () -> some View,
    @ViewBuilder maximumValueLabel: () -> some View
  ) where Value.Stride: BinaryFloatingPoint {
    self.init(value: value, in: bounds, step: step, label: label)
  }
}

extension Slider where Title == EmptyView {
  public init<Value: BinaryFloatingPoint & Encodable>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value.Stride? = nil
  ) where Value.Stride: BinaryFloatingPoint {
    self.init(value: value, in: bounds, step: step) { EmptyView() }
  }
}

extension ScreenWriter {
  /// Returns what a person's switching sends: a template where the value is sent as it is, else the
  /// actions for the other value.
  func switching(_ isOn: Binding<Bool>) -> SentActions? {
    template(of: isOn) { template(of: isOn, between: (false, true), type: "boolean") }
      ?? sent(by: isOn, !isOn.wrappedValue)
  }

  /// Writes a value that can be made larger and smaller: with a template where the value is sent as
  /// it is, else with an action for each direction.
  ///
  /// - Parameter isFree: Whether the value may be any within the bounds, whatever the step.
  fileprivate func putNumber<Value: Strideable & Encodable>(
    _ binding: Binding<Value>, step: Value.Stride, in bounds: ClosedRange<Value>?,
    isFree: Bool = false
  ) {
    let value = binding.wrappedValue
    put("value", value: value)
    if let bounds {
      put("min", value: bounds.lowerBound)
      put("max", value: bounds.upperBound)
    }
    func limited(_ value: Value) -> Value {
      bounds.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
    }
    // The value may be any that its type has, as actions change it, too.
    let base = limited(value)
    let (larger, smaller) = (
      limited(Steps.next(base, by: step, isLarger: true)),
      limited(Steps.next(base, by: step, isLarger: false))
    )
    let samples = bounds.map { ($0.lowerBound, $0.upperBound) } ?? (smaller, larger)
    let fractions = bounds.flatMap { isFree || isFraction(step) ? Samples.fractions(in: $0) : nil }
    let type = Value.self is any FixedWidthInteger.Type ? "integer" : "number"
    var isWhole = false
    let template = template(of: binding) {
      if let fractions {
        let (first, second) = (fractions.first, fractions.second)
        let template = self.template(of: binding, between: (first, second), type: type)
        if let template { return template }
        // A binding that sends whole numbers sends the same for a fraction as for a whole number next to it.
        let sent = sent(by: binding, first)?.json
        isWhole = [fractions.below, fractions.above].contains {
          self.sent(by: binding, $0)?.json == sent
        }
      }
      if samples.0 == samples.1 { return nil }
      return self.template(of: binding, between: samples, type: isWhole ? "integer" : type)
    }
    if isWhole, template != nil {
      put("step", value: 1)
    } else if step > 0, let step = step as? any Encodable, step as? Int != 1 {
      put("step", json: json(step))
    }
    if let template { return put("send", template) }
    if larger > value { put("increment", sent(by: binding, larger)) }
    if smaller < value { put("decrement", sent(by: binding, smaller)) }
  }
}

/// Values that show whether a binding sends fractions as they are.
private enum Samples {
  typealias Fractions<Value> = (first: Value, second: Value, below: Value, above: Value)

  /// Returns two fractions within bounds, which all types for fractions have, and the whole numbers next to the
  /// first one; `nil` where there are none.
  static func fractions<Value: Strideable>(in bounds: ClosedRange<Value>) -> Fractions<Value>? {
    func find<Fraction: BinaryFloatingPoint>(_ lower: Fraction) -> Fractions<Value>? {
      guard let upper = bounds.upperBound as? Fraction else { return nil }
      let below = (lower + (upper - lower) / 3).rounded(.down)
      let second = (lower + (upper - lower) / 2).rounded(.down) + 0.75
      let found = [below + 0.25, second, below, below + 1].compactMap { $0 as? Value }
      guard found.count == 4, lower < below + 0.25, below + 0.25 < second, second < upper else {
        return nil
      }
      return (found[0], found[1], found[2], found[3])
    }
    return (bounds.lowerBound as? any BinaryFloatingPoint).flatMap { find($0) }
  }
}

/// Returns whether a number is no whole one.
private func isFraction(_ number: Any) -> Bool {
  func isFraction(_ number: some BinaryFloatingPoint) -> Bool { number != number.rounded() }
  return (number as? any BinaryFloatingPoint).map { isFraction($0) } ?? false
}

/// The values next to one.
private enum Steps {
  /// Returns the next value; the same one if its type has no such value.
  static func next<Value: Strideable>(
    _ value: Value, by step: Value.Stride, isLarger: Bool
  ) -> Value {
    guard let integer = value as? any FixedWidthInteger, let step = step as? Int else {
      return value.advanced(by: isLarger ? step : -step)
    }
    return integer.next(by: step, isLarger: isLarger) as? Value ?? value
  }
}

extension FixedWidthInteger {
  fileprivate func next(by step: Int, isLarger: Bool) -> Self {
    let (next, hasOverflow) =
      isLarger
      ? addingReportingOverflow(Self(clamping: step))
      : subtractingReportingOverflow(Self(clamping: step))
    return hasOverflow ? self : next
  }
}

/// A control for a date.
public struct DatePicker<Title: View>: PrimitiveView {
  /// The parts of a date that a person chooses.
  public struct Components: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var date: Components { Components(rawValue: 1) }
    public static var hourAndMinute: Components { Components(rawValue: 2) }
  }

  private let selection: Binding<Date>
  private var earliest: Date?
  private var latest: Date?
  private let components: Components
  private let label: Title

  public init(
    selection: Binding<Date>, in bounds: ClosedRange<Date>? = nil,
    displayedComponents: Components = [.date, .hourAndMinute], @ViewBuilder label: () -> Title
  ) {
    self.selection = selection
    earliest = bounds?.lowerBound
    latest = bounds?.upperBound
    components = displayedComponents
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("date", isActive: true) {
      writer.label(label)
      writer.put("value", value: selection.wrappedValue)
      var parts: [String] = []
      if components.contains(.date) { parts.append("date") }
      if components.contains(.hourAndMinute) { parts.append("time") }
      writer.put("parts", value: parts)
      if let earliest { writer.put("min", value: earliest) }
      if let latest { writer.put("max", value: latest) }
      writer.put("send", writer.template(selection))
      writer.putStyle(.date)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension DatePicker {
  /// Creates a control for a date that is not before another one.
  public init(
    selection: Binding<Date>, in bounds: PartialRangeFrom<Date>,
    displayedComponents: Components = [.date, .hourAndMinute], @ViewBuilder label: () -> Title
  ) {
    self.init(selection: selection, displayedComponents: displayedComponents, label: label)
    earliest = bounds.lowerBound
  }

  /// Creates a control for a date that is not after another one.
  public init(
    selection: Binding<Date>, in bounds: PartialRangeThrough<Date>,
    displayedComponents: Components = [.date, .hourAndMinute], @ViewBuilder label: () -> Title
  ) {
    self.init(selection: selection, displayedComponents: displayedComponents, label: label)
    latest = bounds.upperBound
  }
}

extension DatePicker where Title == Text {
  /// Creates a control for a date that is not before another one.
  public init(
    _ title: some StringProtocol, selection: Binding<Date>, in bounds: PartialRangeFrom<Date>,
    displayedComponents: Components = [.date, .hourAndMinute]
  ) {
    self.init(selection: selection, in: bounds, displayedComponents: displayedComponents) {
      Text(title)
    }
  }

  /// Creates a control for a date that is not after another one.
  public init(
    _ title: some StringProtocol, selection: Binding<Date>, in bounds: PartialRangeThrough<Date>,
    displayedComponents: Components = [.date, .hourAndMinute]
  ) {
    self.init(selection: selection, in: bounds, displayedComponents: displayedComponents) {
      Text(title)
    }
  }

  public init(
    _ title: some StringProtocol, selection: Binding<Date>, in bounds: ClosedRange<Date>? = nil,
    displayedComponents: Components = [.date, .hourAndMinute]
  ) {
    self.init(selection: selection, in: bounds, displayedComponents: displayedComponents) {
      Text(title)
    }
  }
}
