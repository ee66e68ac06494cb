import Backstack
import BackstackCoding
import BackstackService
import Foundation
import Testing

/// Generated files that are committed.
enum CommittedTypes {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Expects that a file is what is generated for a feature, and writes it before where WRITE_CLIENTS
  /// is in the environment.
  static func expect(_ path: String, _ feature: Feature, in language: ClientLanguage) throws {
    let file = root.appending(path: path)
    let text = BackstackServer.client(of: feature, in: language)
    if ProcessInfo.processInfo.environment["WRITE_CLIENTS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == text,
      "Run `WRITE_CLIENTS=1 swift test --filter BackstackSchemaTests`, and look at the changes.")
  }
}

/// A feature whose states and actions have values of all kinds.
@Reducer
struct Shapes {
  @ObservableState
  struct State: Codable, Sendable {
    var integers: Integers?
    var guest: Guest?
    var plain: Plain?
    var level = Level.low
    var size = Size.small
    var name: Name?
    var synthesized = Synthesized.nothing
    var wire = Wire.close
    var collections: Collections?
    var foundations: Foundations?
    var page: Page<Page<Int>>?
    /// Ends */ here.
    ///
    /// Or there.
    var row = Row(id: 1)
    var path = StackState<Wire>()
    @Presents var notice: AlertState<Never>?
    @Presents var named: AlertState<String>?
    @Presents var question: ConfirmationDialogState<Wire>?
  }

  enum Action: Codable, Sendable {
    /// Asks for it.
    case asked(Wire)
    case closed
    case moved(x: Int, y: Int? = nil)
    case path(StackAction<Wire, Wire>)
    @ServerOnly case told(String)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }

  static var feature: Feature {
    let noLink: @Sendable (String) -> State? = { _ in nil }
    return Feature("shapes", initialState: State(), link: noLink) { Shapes() }
  }
}

@SchemaRepresentable
struct SessionCreation: Codable, Sendable {
  var a = 3
  var d = 3
}

/// A feature with types whose names collide in other languages.
@Reducer
struct Lights {
  @ObservableState
  struct State: Codable, Sendable {
    var one = Inner.A()
    var two = InnerA()
    var three = SessionCreation()
    var five = AlertState()
    @Presents var six: Backstack.AlertState<Int>?
    var four = Brightness.auto
  }

  enum Inner {
    @SchemaRepresentable
    struct A: Codable, Sendable {
      var a = 1
      var b = 1
    }
  }

  /// A number, or a text in place of it.
  enum Brightness: Codable, Sendable, SchemaRepresentable {
    case auto

    static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
      JSONSchema(["oneOf": [["type": "string", "enum": ["auto"]], ["type": "integer"]]])
    }
  }

  @SchemaRepresentable
  struct InnerA: Codable, Sendable {
    var a = 2
    var c = 2
  }

  @SchemaRepresentable
  struct AlertState: Codable, Sendable {
    var a = 4
    var e = 4
  }

  enum Action: Codable, Sendable { case none }

  var body: some ReducerOf<Self> { EmptyReducer() }

  static var feature: Feature { Feature("lights", initialState: State()) { Lights() } }
}

@SchemaRepresentable
struct NewStackElement: Codable, Sendable {
  var day: Int
}

/// A feature with types that contain themselves, and with names that Swift has for something else.
@Reducer
struct Nests {
  @ObservableState
  struct State: Codable, Sendable {
    var tree = Tree(name: "", children: [])
    @Presents var child: Nests.State?
    var date = NewStackElement(day: 1)
    var state = Case.default
  }

  @CasePathable
  enum Case: Codable, Sendable {
    case `default`
    case unknown
    case `repeat`(Int)
    indirect case list(Case?)
  }

  enum Action: Codable, Sendable { case none }

  var body: some ReducerOf<Self> { EmptyReducer() }

  static var feature: Feature {
    Feature("nests", initialState: State()) { Nests() }
  }
}
