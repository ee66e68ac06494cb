/// A view whose nodes have something more.
struct ModifiedView<Content: View>: PrimitiveView {
  private let content: Content
  private let modify: (ScreenWriter, () -> Void) -> Void

  init(_ content: Content, _ modify: @escaping (ScreenWriter, () -> Void) -> Void) {
    self.content = content
    self.modify = modify
  }

  func _write(to writer: ScreenWriter) {
    modify(writer) { content._write(to: writer) }
  }
}

extension View {
  /// Returns the view with a member in each of its nodes.
  func member(_ key: StaticString, _ value: (some Encodable)?) -> ModifiedView<Self> {
    ModifiedView(self) { writer, write in
      writer.adding(key, json: value.flatMap { writer.encoded($0) }, to: write)
    }
  }
}
