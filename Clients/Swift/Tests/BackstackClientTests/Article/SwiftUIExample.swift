// Linux has no SwiftUI: there only the code of the other examples is compiled.
#if canImport(SwiftUI)
  import BackstackClient
  import SwiftUI

  struct CountersView: View {
    let session: RemoteSession<Counters, CountersAction>
    @Bindable var stack: RemoteStack<Counters.Screen>
    @Environment(\.scenePhase) private var phase

    var body: some View {
      NavigationStack(path: $stack.path) {
        Button("Add a counter") { send(.addCounterButtonTapped) }
          .navigationDestination(for: RemoteElement<Counters.Screen>.self) { element in
            // The element has the state of when it was pushed.
            if let counter = stack[element.id]?.counter {
              Button("\(counter.count)") { send(.increment(element.id)) }
            }
          }
      }
      .onChange(of: phase) {
        Task { phase == .active ? await session.show() : await session.hide() }
      }
    }

    private func send(_ action: CountersAction) {
      // The status of the session says what is wrong with the connection.
      Task { try? await session.send(action) }
    }
  }

  struct OpeningView: View {
    let server: URL
    @State private var session: RemoteSession<Counters, CountersAction>?
    @State private var stack: RemoteStack<Counters.Screen>?
    @State private var message = "Connecting"

    var body: some View {
      if let session, let stack {
        CountersView(session: session, stack: stack)
      } else {
        Text(message).task { await open() }
      }
    }

    private func open() async {
      do {
        let session = try await RemoteSession<Counters, CountersAction>.open(
          server, feature: "counters")
        stack = await RemoteStack(session)
        self.session = session
      } catch {
        message = error.localizedDescription
      }
    }
  }
#endif
