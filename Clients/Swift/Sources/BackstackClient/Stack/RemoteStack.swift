public import Observation

/// A stack of a session, for the `path` of a SwiftUI `NavigationStack`.
///
/// A screen that the user closes is gone at once, and the session is asked to pop it. What the
/// service responds decides: where it refuses, the screen comes back.
@MainActor
public final class RemoteStack<Screen: Decodable & Sendable>: nonisolated Observable {
  private let registrar = ObservationRegistrar()
  private let pointer: String
  private let sendAction: (JSONValue) async throws -> (RemoteOutcome, SessionDocument?)
  private var reading: Task<Void, Never>?

  private var shown = ShownStack()
  /// The screens that are shown, or may come back.
  private(set) var elements: [Int: RemoteElement<Screen>] = [:]
  private var version = -1
  private var lastError: RemoteError?

  /// Shows a stack of a session, and follows it until the session or this stack ends.
  ///
  /// - Parameter pointer: Where the state has the stack, as a JSON Pointer through members; the
  ///   action's cases have the same names.
  public convenience init<State, Action>(
    _ session: RemoteSession<State, Action>, at pointer: String = "/path"
  ) async {
    let first = await session.document
    await self.init(at: pointer, first, session.documents) { try await session.send(json: $0) }
  }

  /// Shows the stack in the elements of a sequence, and sends actions by a function.
  init(
    at pointer: String, _ first: SessionDocument?, _ documents: AsyncStream<SessionDocument>,
    send: @escaping (JSONValue) async throws -> (RemoteOutcome, SessionDocument?)
  ) {
    self.pointer = pointer
    sendAction = send
    if let first { update(first) }
    reading = Task { [weak self] in
      for await document in documents { self?.update(document) }
    }
  }

  deinit {
    reading?.cancel()
  }

  /// The screens to show, from the bottom to the top.
  ///
  /// Set to a part of itself, it asks the session to pop the first screen that is missing and all
  /// above it. Another path changes nothing, and `error` says so: actions push screens.
  public var path: [RemoteElement<Screen>] {
    get {
      registrar.access(self, keyPath: \.path)
      return shown.ids.compactMap { elements[$0] }
    }
    set {
      let change = registrar.withMutation(of: self, keyPath: \.path) {
        shown.set(newValue.map(\.id))
      }
      switch change {
      case .pop(let id): Task { await pop(id) }
      case .refused: error = .impossiblePath
      case .unchanged: break
      }
    }
  }

  /// The present state of a screen; `nil` if it is not on the stack any more.
  public subscript(id: Int) -> Screen? {
    path.first { $0.id == id }?.state
  }

  /// Why the last change of `path` failed, or the stack can't be shown; `nil` after a success.
  public private(set) var error: RemoteError? {
    get {
      registrar.access(self, keyPath: \.error)
      return lastError
    }
    set { registrar.withMutation(of: self, keyPath: \.error) { lastError = newValue } }
  }

  /// Says that a transition begins: until `endTransition`, screens neither come nor go, while the
  /// states of those that are shown change.
  public func beginTransition() {
    change { $0.beginTransition() }
  }

  /// Says that a transition has ended, or was cancelled.
  public func endTransition() {
    change { $0.endTransition() }
  }

  private func pop(_ id: Int) async {
    do {
      let (_, document) = try await sendAction(JSONValue.action(.pop(id), at: pointer))
      // First, or the screen would be back for a moment.
      if let document { update(document) }
      change { $0.closed(id) }
      error = nil
    } catch {
      change { $0.refused() }
      self.error = error as? RemoteError ?? .unreachable("\(error)")
    }
  }

  private func update(_ document: SessionDocument) {
    guard document.version > version else { return }
    version = document.version
    let part = document.state.part(JSONPointer.names(pointer)) ?? []
    do throws(RemoteError) {
      let all = try WireCoding.decode([RemoteElement<Screen>].self, from: part)
      registrar.withMutation(of: self, keyPath: \.path) {
        // Screens that are shown until a transition ends keep their last states.
        elements.merge(all.map { ($0.id, $0) }) { $1 }
        shown.update(all.map(\.id))
        forget()
      }
    } catch {
      self.error = error
    }
  }

  private func change(_ change: (inout ShownStack) -> Void) {
    registrar.withMutation(of: self, keyPath: \.path) {
      change(&shown)
      forget()
    }
  }

  /// Forgets the states of screens that can't be shown again.
  private func forget() {
    let kept = shown.kept
    elements = elements.filter { kept.contains($0.key) }
  }
}
