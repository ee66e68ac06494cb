/// Progress of something, or that something is going on.
public struct ProgressView<Title: View>: PrimitiveView {
  private let label: Title
  private let value: Double?
  private let total: Double
  /// What says the value in place of the client; `nil` for nothing.
  private var valueLabel: (any View)?

  /// Creates the progress of something.
  ///
  /// - Parameters:
  ///   - value: How much is done; `nil` if that is not known.
  ///   - total: How much there is to do.
  ///   - label: The title.
  public init(
    value: (some BinaryFloatingPoint)?, total: Double = 1,
    @ViewBuilder label: () -> Title
  ) {
    self.value = value.map { Double($0) }
    self.total = total
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("progress") {
      writer.label(label)
      writer.putStyle(.progress)
      if let value {
        writer.put("value", value: min(max(value, 0), total))
        if total != 1 { writer.put("total", value: total) }
      }
      if let valueLabel { writer.children("children", AnyView(valueLabel)) }
    }
  }
}

extension ProgressView {
  /// Creates the progress of something, with a view that says how much is done.
  public init(
    value: (some BinaryFloatingPoint)?, total: Double = 1, @ViewBuilder label: () -> Title,
    @ViewBuilder currentValueLabel: () -> some View
  ) {
    self.init(value: value, total: total, label: label)
    valueLabel = currentValueLabel()
  }
}

extension ProgressView where Title == EmptyView {
  public init() { self.init(value: Double?.none) { EmptyView() } }

  public init(value: (some BinaryFloatingPoint)?, total: Double = 1) {
    self.init(value: value, total: total) { EmptyView() }
  }
}

extension ProgressView {
  public init(@ViewBuilder label: () -> Title) {
    self.init(value: Double?.none, label: label)
  }
}

extension ProgressView where Title == Text {
  public init(_ title: some StringProtocol) { self.init(value: Double?.none) { Text(title) } }

  public init(
    _ title: some StringProtocol, value: (some BinaryFloatingPoint)?,
    total: Double = 1
  ) {
    self.init(value: value, total: total) { Text(title) }
  }
}

/// A value in a range.
public struct Gauge<Title: View>: PrimitiveView {
  private let label: Title
  private let value: Double
  private let bounds: ClosedRange<Double>
  /// What says the value in place of the client; `nil` for nothing.
  private var valueLabel: (any View)?

  /// Creates a gauge. A client writes the value by itself.
  public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Title
  ) {
    self.value = Double(value)
    self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("gauge") {
      writer.label(label)
      writer.put("value", value: value)
      writer.put("min", value: bounds.lowerBound)
      writer.put("max", value: bounds.upperBound)
      if let valueLabel { writer.children("children", AnyView(valueLabel)) }
    }
  }
}

extension Gauge {
  /// Creates a gauge with a view that says its value.
  public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Title,
    @ViewBuilder currentValueLabel: () -> some View
  ) {
    self.init(value: value, in: bounds, label: label)
    valueLabel = currentValueLabel()
  }

  /// Creates a gauge with a view that says its value. A client writes the ends by itself.
  public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Title,
    @ViewBuilder currentValueLabel: () -> some View,
    @ViewBuilder minimumValueLabel: () -> some View,
    @ViewBuilder maximumValueLabel: () -> some View
  ) {
    self.init(value: value, in: bounds, label: label, currentValueLabel: currentValueLabel)
  }
}
