// Linux has no SwiftUI: there this is only parsed.
#if canImport(SwiftUI)
  import BackstackClient
  import SwiftUI

  /// Draws a session of any feature.
  struct ScreenView: View {
    let screen: RemoteScreen

    var body: some View {
      NavigationStack(path: path) {
        if let root = screen.levels.first {
          LevelView(screen: screen, level: root)
            .navigationDestination(for: String.self) { id in
              if let level = screen.levels.first(where: { $0.id == id }) {
                LevelView(screen: screen, level: level)
              }
            }
        }
      }
      .safeAreaInset(edge: .top) { status }
    }

    @ViewBuilder private var status: some View {
      switch screen.status {
      case .connecting, .online: EmptyView()
      case .offline: Text("No connection")
      case .gone(let error): Text(error.description)
      }
    }

    private var path: Binding<[String]> {
      Binding {
        screen.levels.filter { $0.style == .push }.map(\.id)
      } set: { ids in
        let closed = screen.levels.first { $0.style == .push && !ids.contains($0.id) }
        if let closed { screen.close(closed) }
      }
    }
  }

  struct LevelView: View {
    let screen: RemoteScreen
    let level: ScreenLevel

    var body: some View {
      NodesView(screen: screen, level: level, nodes: level.body)
        .navigationTitle(level.title ?? "")
        .navigationBarBackButtonHidden(!level.canClose)
        .toolbar {
          ToolbarItemGroup { NodesView(screen: screen, level: level, nodes: level.toolbar) }
        }
        .sheet(item: presented(isAlert: false)) { sheet in
          NavigationStack { LevelView(screen: screen, level: sheet) }
            .interactiveDismissDisabled(!sheet.canClose)
        }
        .alert(
          alert?.title ?? "", isPresented: isAlerting, presenting: alert,
          actions: { NodesView(screen: screen, level: $0, nodes: $0.body) },
          message: { NodesView(screen: screen, level: $0, nodes: $0.message) })
    }

    private var alert: ScreenLevel? { presented(isAlert: true).wrappedValue }

    private var isAlerting: Binding<Bool> {
      // Its buttons close it.
      Binding {
        alert != nil
      } set: { _ in
      }
    }

    private func presented(isAlert: Bool) -> Binding<ScreenLevel?> {
      let item = screen.levels.first {
        $0.below == level.id && $0.isPresented && $0.isAlert == isAlert
      }
      return Binding {
        item
      } set: { shown in
        if shown == nil, let item { screen.close(item) }
      }
    }
  }

  struct NodesView: View {
    let screen: RemoteScreen
    let level: ScreenLevel
    let nodes: [ScreenNode]

    var body: some View {
      ForEach(identified, id: \.id) { NodeView(screen: screen, level: level, node: $0.node) }
    }

    private var identified: [(id: String, node: ScreenNode)] {
      nodes.enumerated().map { index, node in (node.id ?? "\(index)", node) }
    }
  }

  struct NodeView: View {
    let screen: RemoteScreen
    let level: ScreenLevel
    let node: ScreenNode

    var body: some View {
      switch node.kind {
      case "text": Text(node.text)
      case "label": Label(node.text, systemImage: node["icon"]?.stringValue ?? "circle")
      case "row": HStack { inner(node.children) }
      case "column": VStack(alignment: .leading) { inner(node.children) }
      case "list": List { inner(node.children) }
      case "form": Form { inner(node.children) }
      case "section":
        Section {
          inner(node.children)
        } header: {
          inner(node.nodes("header"))
        }
      case "labeled": LabeledContent(node.text) { inner(node.children) }
      case "spacer": Spacer()
      case "divider": Divider()
      case "progress": ProgressView()
      case "button": button
      case "textField", "textEditor": field
      case "toggle": Toggle(node.text, isOn: isOn).disabled(!node.isEnabled)
      case "picker": picker
      default: inner(node.fallback)
      }
    }

    private func inner(_ nodes: [ScreenNode]) -> some View {
      NodesView(screen: screen, level: level, nodes: nodes)
    }

    private var button: some View {
      Button(role: node["role"] == "destructive" ? .destructive : nil) {
        screen.press(node, on: level)
      } label: {
        if node["text"] == nil { inner(node.nodes("label")) } else { Text(node.text) }
      }
      .disabled(!node.isEnabled && !level.isAlert)
    }

    @ViewBuilder private var field: some View {
      let text = Binding {
        screen.text(of: node, on: level)
      } set: {
        screen.type($0, into: node, on: level)
      }
      TextField(node.text, text: text).disabled(!node.isEnabled)
        .onSubmit { screen.enter(node, on: level) }
      if let refusal = screen.refusal(of: node, on: level) {
        Text(refusal).foregroundStyle(.red)
      }
    }

    private var isOn: Binding<Bool> {
      Binding {
        screen.value(of: node, on: level) == true
      } set: {
        screen.choose(.bool($0), of: node, on: level)
      }
    }

    private var picker: some View {
      let options = node.nodes("options")
      let choice = Binding {
        screen.value(of: node, on: level) ?? .null
      } set: { value in
        let option = options.first { $0["value"] ?? .null == value }
        screen.choose(value, of: node, on: level, option: option)
      }
      return Picker(node.text, selection: choice) {
        ForEach(options, id: \.self) { Text($0.text).tag($0["value"] ?? .null) }
      }
    }
  }
#endif
