/// A control to choose one of several values.
public struct Picker<Title: View, Selection: Hashable, Content: View>: PrimitiveView {
  private let label: Title
  private let selection: Binding<Selection>
  private let content: Content

  /// Creates a control.
  ///
  /// - Parameters:
  ///   - selection: The chosen value.
  ///   - content: The options, each with the value that its `tag` says; those of a `ForEach` have the
  ///     ids of its elements.
  ///   - label: The title.
  public init(
    selection: Binding<Selection>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Title
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("picker", isActive: true) {
      writer.label(label)
      writer.put("value", json: writer.json(selection.wrappedValue))
      writer.putOptions(selection, content)
      writer.putStyle(.picker)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension Picker {
  /// Creates a control with a view as its label.
  public init(
    selection: Binding<Selection>, label: Title, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker where Title == Text {
  public init(
    _ title: some StringProtocol, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

extension Picker where Title == Label<Text, Image> {
  public init(
    _ title: some StringProtocol, systemImage: String, selection: Binding<Selection>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Label(title, systemImage: systemImage) }
  }
}

extension ScreenWriter {
  /// Writes the options of a choice, and what choosing one sends: a template for all of them where
  /// the value is sent as it is, else the actions of each.
  fileprivate func putOptions<Selection: Hashable>(
    _ selection: Binding<Selection>, _ content: some View
  ) {
    let outer = (tags, optionActions)
    (tags, optionActions) = ([], nil)
    let (nodesBefore, taggedBefore) = (nodeCount, taggedNodeCount)
    var options = nodes("o", of: content)
    if nodeCount - nodesBefore > taggedNodeCount - taggedBefore {
      let count = nodeCount - nodesBefore - taggedNodeCount + taggedBefore
      reportUntagged(count, in: options ?? [], selects: "\(Selection.self)")
    }
    let values = values(of: tags ?? [], for: selection, of: "Picker")
    let send = values.count == tags?.count ? chosen(values, selection) : nil
    if send == nil, !values.isEmpty {
      optionActions = { ($0 as? Selection).flatMap { self.sent(by: selection, $0) } }
      options = nodes("o", of: content)
    }
    (tags, optionActions) = outer
    put("options", json: options)
    put("send", send)
  }

  /// Reports that some of a picker's nodes have no tag, unless they only divide its options.
  private func reportUntagged(_ count: Int, in options: [UInt8], selects type: String) {
    let json = String(decoding: options, as: UTF8.self)
    let dividers = json.matches(of: /\{"kind":"divider"/).count
    guard count > dividers, !json.contains(#"{"kind":"section""#) else { return }
    reportViewIssue(
      "A Picker that selects \(type) has an option without a tag, which can't be chosen.")
  }

  /// Returns the values that a choice can have, and reports a tag of another type.
  func values<Selection: Hashable>(
    of tags: [Any], for selection: Binding<Selection>, of control: String
  ) -> [Selection] {
    let values = tags.compactMap { $0 as? Selection }
    if values.count < tags.count, let other = tags.first(where: { !($0 is Selection) }) {
      reportViewIssue(
        "A \(control) that selects \(Selection.self) has the tag \(other) of type "
          + "\(type(of: other)), which can't be chosen.")
    }
    return values
  }

  /// Returns the template that chooses one of some values; `nil` if there is none for all of them.
  private func chosen<Selection: Hashable>(
    _ values: [Selection], _ selection: Binding<Selection>
  ) -> SentActions? {
    guard let first = values.first, let sent = sent(by: selection, first) else { return nil }
    guard let other = values.first(where: { $0 != first }) else { return sent }
    guard let otherSent = self.sent(by: selection, other), let value = json(first),
      let otherValue = json(other)
    else { return nil }
    let type = templateType(of: Selection.self)
    let template = sent.template(value, otherSent, otherValue, type: type)
    guard let template, selection.hasOwnSetter,
      !isTemplate(template, of: selection, for: values, type)
    else { return template }
    return nil
  }
}

extension View {
  /// Says which value this option of a `Picker`, or tab of a `TabView`, stands for.
  public func tag<Value: Hashable>(_ tag: Value) -> some View { Tagged(tag: tag, content: self) }
}

/// A view that stands for a value.
struct Tagged<Value: Hashable, Content: View>: PrimitiveView {
  let tag: Value
  let content: Content

  func _write(to writer: ScreenWriter) {
    let position = writer.tags?.count ?? 0
    let (nodesBefore, taggedBefore) = (writer.nodeCount, writer.taggedNodeCount)
    writer.tags?.append(tag)
    let send = writer.optionActions?(tag)
    writer.adding("value", json: (tag as? any Encodable).flatMap { writer.encoded($0) }) {
      writer.adding("send", send) { content._write(to: writer) }
    }
    // Nodes within several tags are counted once.
    writer.taggedNodeCount = taggedBefore + writer.nodeCount - nodesBefore
    // What the option says itself counts, not what a ForEach says of it.
    if let count = writer.tags?.count, count > position + 1 { writer.tags?.remove(at: position) }
  }
}
