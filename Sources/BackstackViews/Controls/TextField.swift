public import FoundationEssentials

/// A field for text, or for a number.
public struct TextField<Title: View>: PrimitiveView {
  private let label: Title
  private let prompt: Text?
  private let isMultiline: Bool
  private let write: (ScreenWriter) -> Void

  init(
    label: Title, prompt: Text?, isMultiline: Bool = false, write: @escaping (ScreenWriter) -> Void
  ) {
    self.label = label
    self.prompt = prompt
    self.isMultiline = isMultiline
    self.write = write
  }

  /// Creates a field with a label.
  public init(
    text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal,
    @ViewBuilder label: () -> Title
  ) {
    self.init(label: label(), prompt: prompt, isMultiline: axis == .vertical) { writer in
      writer.put("value", text.wrappedValue)
      writer.put("send", writer.template(text))
    }
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("textField", isActive: true) {
      writer.label(label)
      writer.put("prompt", prompt?.string)
      writer.put("multiline", isMultiline)
      write(writer)
      writer.put("submit", writer.environment.submit)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension TextField where Title == Text {
  /// Creates a field with a text as its label.
  public init(
    _ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil,
    axis: Axis = .horizontal
  ) {
    self.init(text: text, prompt: prompt, axis: axis) { Text(title) }
  }

  /// Creates a field for a number or another value that has a text.
  ///
  /// The client shows and sends the value itself: an integer, a number or a date. It gets no format:
  /// a client formats values in the person's locale.
  public init<Value: Encodable, F: FormatStyle>(
    _ title: some StringProtocol, value: Binding<Value>, format: F, prompt: Text? = nil
  ) where F.FormatInput == Value {
    self.init(label: Text(title), prompt: prompt) { writer in
      writer.put("type", numberType(Value.self))
      writer.put("value", value: value.wrappedValue)
      writer.put("send", writer.template(value))
    }
  }

  /// Creates a field for a value that may be missing: then the field is empty.
  public init<Value: Encodable, F: FormatStyle>(
    _ title: some StringProtocol, value: Binding<Value?>, format: F, prompt: Text? = nil
  ) where F.FormatInput == Value {
    self.init(label: Text(title), prompt: prompt) { writer in
      writer.put("type", numberType(Value.self))
      if let current = value.wrappedValue { writer.put("value", value: current) }
      writer.put("send", writer.template(value))
    }
  }

  /// Creates a field for a number.
  public init<Value: Encodable & Numeric>(
    _ title: some StringProtocol, value: Binding<Value>, prompt: Text? = nil
  ) {
    self.init(label: Text(title), prompt: prompt) { writer in
      writer.put("type", numberType(Value.self))
      writer.put("value", value: value.wrappedValue)
      writer.put("send", writer.template(value))
    }
  }
}

/// A field for a secret text.
public struct SecureField: PrimitiveView {
  private let field: TextField<Text>

  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
    field = TextField(label: Text(title), prompt: prompt) { writer in
      writer.put("secure", true)
      writer.put("value", text.wrappedValue)
      writer.put("send", writer.template(text))
    }
  }

  public func _write(to writer: ScreenWriter) { field._write(to: writer) }
}

/// A field for a long text, whose name is the text of the header or label around it.
public struct TextEditor: PrimitiveView {
  private let text: Binding<String>

  public init(text: Binding<String>) { self.text = text }

  public func _write(to writer: ScreenWriter) {
    writer.addingOuterName {
      writer.node("textEditor", isActive: true) {
        writer.put("value", text.wrappedValue)
        writer.put("send", writer.template(text))
        writer.put("disabled", writer.environment.isDisabled)
      }
    }
  }
}

/// Returns the name of a type of numbers; `nil` of another type.
private func numberType(_ type: Any.Type) -> String? {
  switch type {
  case is any FixedWidthInteger.Type: "integer"
  case is any BinaryFloatingPoint.Type, is Decimal.Type: "number"
  default: nil
  }
}
