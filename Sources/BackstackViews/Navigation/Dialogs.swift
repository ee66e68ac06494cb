// Alerts and dialogs that a view describes: `.alert("Delete?", isPresented: $store.isAsking) { … }`.

extension View {
  /// Presents an alert while a condition is true. Each of its buttons makes the condition false.
  public func alert<Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions,
    @ViewBuilder message: @escaping () -> Message = { EmptyView() }
  ) -> some View {
    PresentingView(.alert, of: isPresented.item, self) { _ in
      DialogContent(title: String(title), actions: actions(), message: message())
    }
  }

  /// Presents an alert about a value while a condition is true.
  public func alert<Item, Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting item: Item?,
    @ViewBuilder actions: @escaping (Item) -> Actions,
    @ViewBuilder message: @escaping (Item) -> Message
  ) -> some View {
    PresentingView(.alert, of: isPresented.presenting(item), self) { item in
      DialogContent(title: String(title), actions: actions(item), message: message(item))
    }
  }

  /// Presents an alert about a value while a condition is true.
  public func alert<Item, Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting item: Item?,
    @ViewBuilder actions: @escaping (Item) -> Actions
  ) -> some View {
    PresentingView(.alert, of: isPresented.presenting(item), self) { item in
      DialogContent(title: String(title), actions: actions(item), message: EmptyView())
    }
  }

  /// Presents a dialog while a condition is true. Each of its buttons makes the condition false.
  public func confirmationDialog<Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> Actions,
    @ViewBuilder message: @escaping () -> Message = { EmptyView() }
  ) -> some View {
    PresentingView(.confirmationDialog, of: isPresented.item, self) { _ in
      DialogContent(
        title: titleVisibility == .hidden ? nil : String(title), actions: actions(),
        message: message())
    }
  }

  /// Presents a dialog about a value while a condition is true.
  public func confirmationDialog<Item, Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting item: Item?,
    @ViewBuilder actions: @escaping (Item) -> Actions,
    @ViewBuilder message: @escaping (Item) -> Message
  ) -> some View {
    PresentingView(.confirmationDialog, of: isPresented.presenting(item), self) { item in
      DialogContent(
        title: titleVisibility == .hidden ? nil : String(title), actions: actions(item),
        message: message(item))
    }
  }

  /// Presents a dialog about a value while a condition is true.
  public func confirmationDialog<Item, Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting item: Item?,
    @ViewBuilder actions: @escaping (Item) -> Actions
  ) -> some View {
    confirmationDialog(
      title, isPresented: isPresented, titleVisibility: titleVisibility, presenting: item,
      actions: actions
    ) { _ in EmptyView() }
  }
}

extension Binding<Bool> {
  /// The condition as a value that is there or not.
  var item: Binding<Void?> { presenting(()) }

  /// Returns a value that is there while the condition is true.
  fileprivate func presenting<Item>(_ item: Item?) -> Binding<Item?> {
    Binding<Item?>(get: { wrappedValue ? item : nil }, set: { wrappedValue = $0 != nil })
  }
}

/// The texts and buttons of an alert or a dialog.
private struct DialogContent<Actions: View, Message: View>: PrimitiveView {
  let title: String?
  let actions: Actions
  let message: Message

  func _write(to writer: ScreenWriter) {
    writer.level.title = title
    if let nodes = writer.nodes("m", of: message) {
      writer.level.others.append(("message", nodes))
    }
    let dismiss = writer.level.dismiss
    writer.with({ $0.closing = dismiss }, { writeButtons(to: writer) })
  }

  private func writeButtons(to writer: ScreenWriter) {
    let count = writer.nodeCount
    actions._write(to: writer)
    if writer.nodeCount == count { Button("OK", role: .cancel) {}._write(to: writer) }
  }
}
