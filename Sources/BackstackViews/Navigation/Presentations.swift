extension View {
  /// Presents a sheet while a value is there: that of a store, for example.
  // Not again for stores: each overload multiplies what the compiler tries where a view has a mistake.
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    PresentingView(.sheet, of: item, self, content)
  }

  /// Presents a sheet while a condition is true.
  public func sheet<Content: View>(
    isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    PresentingView(.sheet, of: isPresented.item, self) { _ in content() }
  }

  /// Presents a view over the whole screen while a value is there.
  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    PresentingView(.fullScreenCover, of: item, self, content)
  }

  /// Presents a view over the whole screen while a condition is true.
  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    PresentingView(.fullScreenCover, of: isPresented.item, self) { _ in content() }
  }

  /// Presents a popover while a value is there.
  public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, arrowEdge: Edge = .top,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    PresentingView(.popover, of: item, self, content)
  }

  /// Presents a popover while a condition is true.
  public func popover<Content: View>(
    isPresented: Binding<Bool>, arrowEdge: Edge = .top,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    PresentingView(.popover, of: isPresented.item, self) { _ in content() }
  }

  /// Shows a screen on the stack while a value is there.
  public func navigationDestination<Item: Hashable, Content: View>(
    item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Content
  ) -> some View {
    PresentingView(.push, of: item, self, destination)
  }

  /// Shows a screen on the stack while a condition is true.
  public func navigationDestination<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> Content
  ) -> some View {
    PresentingView(.push, of: isPresented.item, self) { _ in destination() }
  }

  /// Presents an alert while its store is there.
  public func alert<Action>(_ item: Binding<Store<AlertState<Action>, Action>?>) -> some View {
    DialogView(.alert, of: item, self) { Dialog($0) }
  }

  /// Presents a dialog while its store is there.
  public func confirmationDialog<Action>(
    _ item: Binding<Store<ConfirmationDialogState<Action>, Action>?>
  ) -> some View {
    DialogView(.confirmationDialog, of: item, self) { Dialog($0) }
  }
}

/// A view that presents another one.
struct PresentingView<Item, Content: View, Presented: View>: PrimitiveView {
  private let style: LevelDraft.Style
  private let item: Binding<Item?>
  private let content: Content
  private let presented: (Item) -> Presented

  init(
    _ style: LevelDraft.Style, of item: Binding<Item?>, _ content: Content,
    _ presented: @escaping (Item) -> Presented
  ) {
    self.style = style
    self.item = item
    self.content = content
    self.presented = presented
  }

  func _write(to writer: ScreenWriter) {
    content._write(to: writer)
    writer.present(style, item) { item in
      let view = presented(item)
      return { view._write(to: $0) }
    }
  }
}

extension ScreenWriter {
  /// Adds what a binding presents to the level, if it presents something.
  fileprivate func present<Item>(
    _ style: LevelDraft.Style, _ item: Binding<Item?>,
    _ content: (Item) -> (ScreenWriter) -> Void
  ) {
    // Several may be presented by the same action, one after the other.
    let number = level.presentationCount
    level.presentationCount += 1
    guard let value = item.wrappedValue else { return }
    let dismiss = { item.wrappedValue = nil }
    let closing = recorder.actions(of: dismiss)
    let address = closing.flatMap { LevelAddress(dismissing: $0) }
    let place = address?.name ?? "\(level.id)/\(style.rawValue)"
    let id = memory.presentations.id(
      of: number == 0 ? place : "\(place).\(number)",
      // Alerts have ids that say nothing.
      presenting: style == .alert || style == .confirmationDialog ? nil : idText(of: value))
    let pushLink = style == .push ? pushLink : nil
    let view = view
    let content = content(value)
    let level = { (below: LevelBelow) -> LevelDraft? in
      LevelDraft(
        id: id, style: style, below: below, address: address ?? .root, closing: closing,
        dismiss: dismiss)
    }
    self.level.presentations.append(
      Presentation(level: level) { writer in
        writer.pushLink = pushLink
        writer.view = view
        content(writer)
      })
  }
}

/// What an alert or a dialog shows.
private struct Dialog {
  let title: String?
  let message: String?
  let buttons: [(text: String, role: ButtonRole?, action: (() -> Void)?)]

  init<Action>(_ store: Store<AlertState<Action>, Action>) {
    let state = store.state
    title = state.title.string
    message = state.message?.string
    buttons = Self.buttons(state.buttons, store)
  }

  init<Action>(_ store: Store<ConfirmationDialogState<Action>, Action>) {
    let state = store.state
    title = state.titleVisibility == .hidden ? nil : state.title.string
    message = state.message?.string
    buttons = Self.buttons(state.buttons, store)
  }

  private static func buttons<State, Action>(
    _ buttons: [ButtonState<Action>], _ store: Store<State, Action>
  ) -> [(text: String, role: ButtonRole?, action: (() -> Void)?)] {
    buttons.map { button in
      let role: ButtonRole? =
        switch button.role {
        case .cancel: .cancel
        case .destructive: .destructive
        default: nil
        }
      return (
        button.label.string, role,
        button.withAction { action in action.map { action in { store.send(action) } } }
      )
    }
  }
}

/// A view that presents an alert or a dialog.
private struct DialogView<Item, Content: View>: PrimitiveView {
  private let style: LevelDraft.Style
  private let item: Binding<Item?>
  private let content: Content
  private let dialog: (Item) -> Dialog

  init(
    _ style: LevelDraft.Style, of item: Binding<Item?>, _ content: Content,
    _ dialog: @escaping (Item) -> Dialog
  ) {
    self.style = style
    self.item = item
    self.content = content
    self.dialog = dialog
  }

  func _write(to writer: ScreenWriter) {
    content._write(to: writer)
    writer.present(style, item) { item in { $0.write(dialog(item)) } }
  }
}

extension ScreenWriter {
  fileprivate func write(_ dialog: Dialog) {
    level.title = dialog.title
    if let message = dialog.message.flatMap({ nodes("m", of: Text($0)) }) {
      level.put("message", message)
    }
    let dismiss = level.dismiss
    let buttons =
      dialog.buttons.isEmpty ? [("OK", ButtonRole.cancel, nil)] : dialog.buttons
    for (index, button) in buttons.enumerated() {
      identify(index) {
        Button(button.0, role: button.1, action: button.2 ?? dismiss)._write(to: self)
      }
    }
  }
}
