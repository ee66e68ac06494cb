public import Backstack
public import BackstackCoding
import BackstackPlatform
public import BackstackViews

/// A feature that a server hosts under a name, so that clients can create sessions of it.
///
/// ```swift
/// Feature("counters", initialState: Counters.State()) { Counters() }
/// ```
public struct Feature: Sendable {
  /// The name that clients use for the feature.
  public let name: String
  /// The advice on how to show the screen of a case, by the name of the case, or by its pointer.
  public let presentationStyles: [String: PresentationStyle]
  /// Whether the feature can make a state from a link.
  package let hasLinks: Bool
  /// Returns the link to a state; `nil` for a feature without links.
  var linkOf: (@Sendable (any Sendable) -> String?)?
  /// Whether what an agent does by a destructive control waits for a person.
  public var confirm: Bool
  /// The input that the feature accepts from clients.
  public let clientInput: ClientInput
  /// Whether a stored session is passivated although effects are in flight, which are cancelled,
  /// once no client has used or watched it for ``SessionConfiguration/passivateAfter``.
  public let suspendsEffects: Bool
  /// The schemas of actions and states for clients. Few clients ask for them, and to make them
  /// takes a good part of a server's start.
  package var contract: FeatureContract { lazyContract.value(makeContract) }
  private let lazyContract = Lazy<FeatureContract>()
  private let makeContract: @Sendable () -> FeatureContract
  /// The type of the reducer, with its module.
  package let reducer: String
  let paths: NavigationPaths
  /// Evaluates the feature's view for a session's store; `nil` for a feature without a view.
  let screen:
    (
      @Sendable (any Sendable, ScreenWriter.Limits, ScreenMemory) throws(ScreenFailure) -> Screen
    )?
  /// Evaluates the feature's view twice; returns the issue of a view that depends on more than the state.
  let screenIssue: (@Sendable (any Sendable, ScreenWriter.Limits) throws(ScreenFailure) -> Issue?)?
  /// The screen of a feature without a view.
  var derivedScreen: DerivedScreen { lazyDerivedScreen.value { DerivedScreen(of: self) } }
  private let lazyDerivedScreen = Lazy<DerivedScreen>()
  let migrations: StateMigrations
  var validation: StateValidation
  /// The present shape of the state, which is stored with each session.
  public var stateShape: SchemaFingerprint { migrations.shape }

  /// Returns whether a shape is the present one, or migrations lead from it to the present one.
  ///
  /// A session in any other shape can be resumed if its state only lacks properties that are
  /// optional or have default values, which ``obstacle(reading:)`` finds out.
  public func canRead(shape: String) -> Bool { migrations.path(from: shape) != nil }

  /// The shapes that ``canRead(shape:)`` returns true for.
  package var readableShapes: Set<String> { migrations.readableShapes }

  /// Returns why the state of a stored session can't be decoded, as one or more sentences that need
  /// not begin with a capital; `nil` if it can.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  public func obstacle(reading session: SavedSession) -> String? {
    decodingObstacle(
      SavedState(json: session.state, shared: session.shared), session.shape, validation)
  }

  /// Returns why not all states with an earlier schema can be decoded without a migration from it,
  /// as clauses; empty if all can.
  package func obstacles(reading earlier: StoredSchema) -> [String] {
    migrations.obstacles(reading: earlier, as: storedSchema())
  }

  /// Decodes a state that was made for a test, which its validation need not accept.
  ///
  /// - Parameters:
  ///   - state: A state of the shape as JSON.
  ///   - shape: An earlier shape, or the present one.
  package func tryDecoding(_ state: [UInt8], in shape: String) throws(MigrationFailure) {
    if let reason = decodingObstacle(SavedState(json: state, shared: nil), shape, nil),
      let failure = migrations.failure(
        decoding: state, in: shape, because: reason, as: storedSchema())
    {
      throw failure
    }
  }

  /// Returns the schema of the states that are stored.
  package let storedSchema: @Sendable () -> StoredSchema
  /// Returns why a state in a shape can't be decoded; `nil` if it can.
  private let decodingObstacle: @Sendable (SavedState, String?, StateValidation?) -> String?

  /// The names of the cases of the feature's actions and of its screens' actions.
  let actionCases: @Sendable () -> Set<String>

  /// Where the feature is made, for issues.
  let location: SourceLocation
  var hooks = SessionHooks()
  /// The dependencies that a test overrides, after the feature's own.
  var overrides: [@Sendable (inout DependencyValues) -> Void] = []
  /// Decodes a state that the service has encoded, and encodes it again.
  package let recode: @Sendable ([UInt8]) throws -> [UInt8]
  var makeSession:
    @Sendable (SessionStart, SessionContext, SessionStoring?, SessionRegistration)
      throws(SessionError) -> SessionRegistry.Entry

  /// Creates a feature.
  ///
  /// Reports an issue for each presentation style whose name belongs to nothing in the states, and
  /// for each enum in the states and actions whose coding the compiler writes and
  /// that has neither `@CasePathable` nor `@SchemaRepresentable`: clients can't know its JSON form.
  /// No issue is reported for an enum whose coding is manually written, or that conforms to
  /// `SchemaRepresentable` in an extension. To find such enums, `init(from:)` of types without a
  /// schema is called with a decoder that contains no values.
  ///
  /// - Parameters:
  ///   - name: The name that clients use for the feature.
  ///   - initialState: The state of a new session; evaluated for each.
  ///   - link: Makes the state that a URL path leads to, or returns `nil` for a path that leads
  ///     nowhere.
  ///   - linkOf: Returns the link to a state, which snapshots then contain, or
  ///     `nil` for a state to which no link leads. It is called often, while the session can't
  ///     process actions, so it should be fast. Whether `link` makes the same screens of it is the
  ///     feature's own matter.
  ///   - path: The navigation stack that `GET …/path` returns, such as `\.browse.path`. By default,
  ///     the first property of the state that is a stack. While an optional on the key path is
  ///     `nil`, the response is 404 `no-stack`.
  ///   - paths: More stacks, by the names that clients use for them: `GET …/path?name=browse`.
  ///   - presentationStyles: The advice on how to show the screen of a case, by the name of the
  ///     case. A key can also be a JSON Pointer to the case, such as `/path/*/state/detail/edit`,
  ///     where another case with that name is shown in another way.
  ///   - clientInput: The input that is accepted from clients; by default neither states nor pushes
  ///     of screens.
  ///   - confirm: Whether what an agent does by a destructive control, or by sending any action, waits
  ///     for a person, whom the screen then asks.
  ///   - validate: Throws an ``InvalidState`` for a state that no session may have. It is called
  ///     for every state that the reducers did not just make: those of clients, links and restores
  ///     (422 `invalid-state`), and those of sessions that were saved, stored or imported (500
  ///     `unreadable-session`; the session is kept). So it must accept every state that the
  ///     reducers can make.
  ///   - startAction: An action that is sent to a new session before its client gets the first
  ///     response, for example to load what a link leads to. It is version 1 of the session. If it
  ///     can't be processed, because its target is missing or the state becomes too large, the session
  ///     is not created.
  ///   - resumeAction: An action that is sent to a session when it is activated again or its server
  ///     has restarted, to restart its effects. Unless it changes the state, the session stays at
  ///     its version.
  ///   - suspendsEffects: Whether a stored session that no client has used or watched for
  ///     ``SessionConfiguration/passivateAfter`` is passivated even while effects are in flight. They
  ///     are cancelled, and the state must tell `resumeAction` which ones to restart.
  ///   - migrations: The migrations from earlier shapes of the state, for sessions that were stored
  ///     in them. A change that only adds properties needs none; see ``StateMigration``.
  ///   - reducer: The feature's reducer.
  ///   - view: Returns what a person sees and can do. It is evaluated when a client asks for a screen.
  ///     Without it, the screen is derived from the state and the actions that clients can send.
  ///   - prepareDependencies: Overrides dependencies of each session, when it is created or
  ///     resumed; `$0.session` describes the session and its owner.
  ///   - fileID: The module and file of the feature's declaration, for its issues.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public init<R: Reducer>(
    _ name: String,
    initialState: @escaping @autoclosure @Sendable () -> R.State,
    link: (@Sendable (_ path: String) -> R.State?)? = nil,
    linkOf: (@Sendable (R.State) -> String?)? = nil,
    path: PartialKeyPath<R.State>? = nil,
    paths: [String: PartialKeyPath<R.State>] = [:],
    presentationStyles: [String: PresentationStyle] = [:],
    clientInput: ClientInput = ClientInput(),
    confirm: Bool = false,
    validate: (@Sendable (R.State) throws -> Void)? = nil,
    startAction: R.Action? = nil,
    resumeAction: R.Action? = nil,
    suspendsEffects: Bool = false,
    migrations: [StateMigration] = [],
    reducer: @escaping @Sendable () -> R,
    view: (@Sendable (StoreOf<R>) -> any View)? = nil,
    withDependencies prepareDependencies: @escaping @Sendable (inout DependencyValues) -> Void = {
      _ in
    },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where R.State: Codable, R.Action: Codable {
    let validation = StateValidation(validate)
    self.validation = validation
    let migrations = StateMigrations(
      migrations: migrations, shape: SchemaFingerprint(of: R.State.self))
    self.name = name
    self.migrations = migrations
    self.presentationStyles = presentationStyles
    self.clientInput = clientInput
    self.confirm = confirm
    self.suspendsEffects = suspendsEffects
    hasLinks = link != nil
    if let linkOf {
      self.linkOf = { state in
        guard let state = state as? R.State else { return nil }
        return linkOf(state)
      }
    }
    self.reducer = String(reflecting: R.self)
    let makeContract: @Sendable () -> FeatureContract = {
      FeatureContract(state: R.State.self, action: R.Action.self, input: clientInput)
    }
    self.makeContract = makeContract
    self.paths = NavigationPaths(path, named: paths)
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.location = location
    if let view {
      screen = { (store, limits, memory) throws(ScreenFailure) -> Screen in
        guard let store = store as? StoreOf<R> else { throw .otherFeature }
        return try store.screen(within: limits, knowing: memory, at: location, view)
      }
      screenIssue = { (store, limits) throws(ScreenFailure) -> Issue? in
        guard let store = store as? StoreOf<R> else { throw .otherFeature }
        return try store.screenDifference(within: limits, view).map {
          Issue(message: $0.message, location: location)
        }
      }
    } else {
      screen = nil
      screenIssue = nil
    }
    self.paths.report(of: name, at: location)
    migrations.report(of: name, at: location)
    storedSchema = { StoredSchema(of: R.State.self) }
    decodingObstacle = { saved, shape, validation in
      do {
        // With a store's ids, as in a session.
        _ = try Store<R.State, R.Action>.hosted(
          initialState: {
            let state = try migrations.decode(R.State.self, from: saved, in: shape).state
            try validation?.check(state, from: .saved)
            return state
          },
          reducer: { EmptyReducer() }, withDependencies: { _ in })
        return nil
      } catch SessionError.unreadable(let reason) {
        return reason
      } catch {
        return "\(error)"
      }
    }
    UndescribedEnums(in: [R.State.self, R.Action.self]).report(of: name, at: location)
    UnknownStyles(presentationStyles, of: R.State.self)
      .report(of: name, at: location) { makeContract().navigation }
    actionCases = { CrashLabel.cases(of: R.Action.self) }
    recode = { json in
      // With a store's ids, as in a session.
      let store = try Store<R.State, R.Action>.hosted(
        initialState: { try WireCoding.decode(R.State.self, fromSaved: json) },
        reducer: { EmptyReducer() }, withDependencies: { _ in })
      return try WireCoding.encode(store.state)
    }
    makeSession = { (start, context, storing, register) throws(SessionError) in
      var saved: SavedSession?
      if case .saved(let session) = start { saved = session }
      let session = try FeatureSession<R.State, R.Action>(
        context: context, storing: storing, resuming: saved,
        initialState: { () throws(SessionError) in
          switch start {
          case .initial: return initialState()
          case .state(let content):
            guard clientInput.takesState else { throw .stateNotAccepted(feature: name) }
            let state = try WireCoding.decode(
              StateMember<R.State>.self, from: content, within: clientInput
            ).state
            try validation.check(state, from: .client)
            return state
          case .json(let json):
            guard clientInput.takesState else { throw .stateNotAccepted(feature: name) }
            let state = try WireCoding.decode(R.State.self, from: json, within: clientInput)
            try validation.check(state, from: .client)
            return state
          case .link(let path):
            guard let state = link?(path) else {
              throw .invalidLink(feature: name, link: path)
            }
            try validation.check(state, from: .link)
            return state
          case .saved(let session):
            let state = try migrations.decode(
              R.State.self, from: SavedState(json: session.state, shared: session.shared),
              in: session.shape)
            try validation.check(state.state, from: .saved)
            state.share()
            return state.state
          }
        },
        reducer: reducer, prepareDependencies: prepareDependencies)
      if let saved {
        try session.resume(from: saved, with: resumeAction)
        return try register(session)
      }
      return try session.begin(with: startAction) { () throws(SessionError) in
        try register(session)
      }
    }
  }
}

/// The member of a creation request that only the feature can decode.
private struct StateMember<State: Decodable>: Decodable {
  let state: State
}

/// The way in which a client should show the screen of a case: static advice. An open set.
public struct PresentationStyle: Sendable, Hashable, RawRepresentable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let push = Self(rawValue: "push")
  public static let sheet = Self(rawValue: "sheet")
  public static let fullScreenCover = Self(rawValue: "fullScreenCover")
  public static let popover = Self(rawValue: "popover")
  public static let alert = Self(rawValue: "alert")
  public static let confirmationDialog = Self(rawValue: "confirmationDialog")
}
