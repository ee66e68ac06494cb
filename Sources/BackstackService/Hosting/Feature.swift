public import Backstack
public import BackstackSchema

/// A feature that a server hosts under a name: clients create sessions of it.
///
/// ```swift
/// Feature("counters", initialState: Counters.State()) { Counters() }
/// ```
public struct Feature: Sendable {
  /// The name by which clients ask for the feature.
  public let name: String
  /// How clients show what is in a case, by the name of the case.
  public let presentationStyles: [String: PresentationStyle]
  /// Whether the feature can be reached by link.
  let hasLinks: Bool
  /// What is taken from clients.
  public let clientInput: ClientInput
  /// Whether the effects of a session end when nobody has used or watched it for
  /// ``ServiceConfiguration/putAsideAfter``, so that it can leave memory.
  public let suspendsEffects: Bool
  let contract: FeatureContract
  let paths: NavigationPaths
  let migrations: StateMigrations
  var validation: StateValidation
  /// The present shape of the state, which is stored with each session.
  public var stateShape: SchemaFingerprint { migrations.shape }

  /// Whether a session that was stored in a shape can go on: it is the present one, or migrations lead
  /// from it there. Others are tried as they are.
  public func canRead(shape: String) -> Bool { migrations.path(from: shape) != nil }

  /// The names of the cases of its actions, and of those of its screens.
  let actionCases: @Sendable () -> Set<String>

  var hooks = SessionHooks()
  /// What a test overrides besides, after the feature's own.
  var overrides: [@Sendable (inout DependencyValues) -> Void] = []
  /// Decodes a state that the service has encoded, and encodes it again.
  package let recode: @Sendable ([UInt8]) throws -> [UInt8]
  var makeSession:
    @Sendable (SessionStart, SessionContext, SessionStoring?) throws(Problem) ->
      any Session

  /// An enum in the states and actions whose coding the compiler writes, and of which clients are told nothing
  /// as it has neither `@CasePathable` nor `@SchemaRepresentable`, is reported as an issue. It is not when its
  /// coding is written by hand, or when it conforms to `SchemaRepresentable` in an extension. To find such
  /// enums, `init(from:)` of types without a schema is run with a decoder that has nothing to give.
  ///
  /// - Parameters:
  ///   - name: The name by which clients ask for the feature.
  ///   - initialState: The state of a new session; evaluated for each.
  ///   - link: Makes the state that a URL path leads to, or `nil` for a path that leads nowhere.
  ///   - path: Where the navigation stack is that `GET …/path` answers with: `\.browse.path`. By default it
  ///     is the first property of the state that is a stack. Where it leads to none now, as it is optional, the
  ///     answer is 404 `no-stack`.
  ///   - paths: More stacks, by the names that clients ask for them with: `GET …/path?name=browse`.
  ///   - presentationStyles: How clients show what is in a case, by the name of the case.
  ///   - clientInput: What is taken from clients: by default neither states nor pushes of screens.
  ///   - validate: Throws an ``InvalidState`` for a state in which no session may go on. It is asked
  ///     about every state that the reducers did not just make: of clients, links and restores (422
  ///     `invalid-state`), and of sessions that were saved, stored or imported (500
  ///     `unreadable-session`; they are kept). So it must take whatever the reducers themselves make.
  ///   - resumeAction: Sent to a session that goes on after it was put aside or its server was
  ///     restarted, to start again what effects did. Unless it changes the state, the session stays at
  ///     its version.
  ///   - suspendsEffects: Whether a stored session that nobody has used or watched for
  ///     ``ServiceConfiguration/putAsideAfter`` is put aside although effects are in flight, which are
  ///     cancelled. The state has to tell `resumeAction` what to start again when somebody comes.
  ///   - migrations: What makes the present state of one that was stored in an earlier shape.
  ///   - reducer: The feature's reducer.
  ///   - prepareDependencies: Overrides dependencies of each session, when it is created or resumed;
  ///     `$0.session` tells which one it is, and whose.
  ///   - fileID: The module and file that issues of the feature's declaration are reported at.
  ///   - filePath: The path of that file.
  ///   - line: The line there.
  ///   - column: The column there.
  public init<R: Reducer>(
    _ name: String,
    initialState: @escaping @autoclosure @Sendable () -> R.State,
    link: (@Sendable (_ path: String) -> R.State?)? = nil,
    path: PartialKeyPath<R.State>? = nil,
    paths: [String: PartialKeyPath<R.State>] = [:],
    presentationStyles: [String: PresentationStyle] = [:],
    clientInput: ClientInput = ClientInput(),
    validate: (@Sendable (R.State) throws -> Void)? = nil,
    resumeAction: R.Action? = nil,
    suspendsEffects: Bool = false,
    migrations: [StateMigration] = [],
    reducer: @escaping @Sendable () -> R,
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
    self.suspendsEffects = suspendsEffects
    hasLinks = link != nil
    contract = FeatureContract(state: R.State.self, action: R.Action.self, input: clientInput)
    self.paths = NavigationPaths(path, named: paths)
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.paths.report(of: name, at: location)
    UndescribedEnums(in: [R.State.self, R.Action.self]).report(of: name, at: location)
    actionCases = { CrashLabel.cases(of: R.Action.self) }
    recode = { json in
      // With a store's ids, as in a session.
      let store = try Store<R.State, R.Action>.hosted(
        initialState: { try WireCoding.decode(R.State.self, fromSaved: json) },
        reducer: { EmptyReducer() }, withDependencies: { _ in })
      return try WireCoding.encode(store.state)
    }
    makeSession = { (start, context, storing) throws(Problem) in
      var saved: SavedSession?
      if case .saved(let session) = start { saved = session }
      let session = try FeatureSession<R.State, R.Action>(
        context: context, storing: storing, resuming: saved,
        initialState: { () throws(Problem) in
          switch start {
          case .initial: return initialState()
          case .state(let content):
            guard clientInput.takesState else { throw .stateNotTaken(name) }
            let state = try WireCoding.decode(
              StateMember<R.State>.self, from: content, within: clientInput
            ).state
            try validation.check(state, from: .client)
            return state
          case .link(let path):
            guard let state = link?(path) else {
              throw Problem(
                .invalidLink, "The feature \"\(name)\" has nothing at the link \"\(path)\".")
            }
            try validation.check(state, from: .link)
            return state
          case .saved(let session):
            let json = try migrations.migrate(Array(session.state.utf8), from: session.shape)
            let state = try WireCoding.decode(R.State.self, fromSaved: json)
            try validation.check(state, from: .saved)
            return state
          }
        },
        reducer: reducer, prepareDependencies: prepareDependencies)
      if let saved { try session.resume(from: saved, with: resumeAction) }
      return session
    }
  }
}

/// The member of a creation request that only the feature can decode.
private struct StateMember<State: Decodable>: Decodable {
  let state: State
}

/// How a client shows a screen: static advice that goes with a case. An open set.
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
