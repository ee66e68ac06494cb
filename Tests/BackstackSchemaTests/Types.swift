import Backstack
import BackstackCoding
import Foundation

@SchemaRepresentable
struct Integers: Codable {
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var int128: Int128
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var uint128: UInt128
  var bool: Bool
}

/// Someone
/// who signed.
///
/// A second ``Paragraph``.
@SchemaRepresentable
struct Guest: Codable, Sendable {
  /// What they "wrote".
  var name: String
  /// Once each.
  var languages: Set<String> = []
  var age: Int?
  var visits = 1
  private(set) var first, last: String
  var shout: String { name.uppercased() }
  static let limit = 3
  var secret = Unwritten()

  enum CodingKeys: String, CodingKey {
    case name = "full-name"
    case languages, age, visits, first
    case last = "last/name"
  }

  init(name: String, languages: Set<String>, age: Int?, visits: Int, first: String, last: String) {
    (self.name, self.languages, self.age, self.visits) = (name, languages, age, visits)
    (self.first, self.last) = (first, last)
  }
}

@SchemaRepresentable
struct Referring: Codable {
  var reference: String

  enum CodingKeys: String, CodingKey {
    case reference = "$ref"
  }
}

/// A type without coding.
struct Unwritten: Sendable {}

/// A type without a schema: any value is valid.
struct Plain: Codable {
  var number: Int
}

enum Level: String, Codable, CaseIterable, CodingKeyRepresentable, Sendable {
  case low, high
}

@SchemaRepresentable
enum Size: Int, Codable {
  case small = 1
  case large = 5
}

enum Name: String, Codable {
  case known
}

@SchemaRepresentable
indirect enum Synthesized: Codable, Sendable {
  case nothing
  case count(Int)
  case both(Int?, name: String = "none")
  case nested(Synthesized, level: Level)
}

@CasePathable
enum Wire: Codable, Sendable {
  /// Nothing more.
  case close
  case count(Int8)
  case maybe(Int?)
  case open(id: Int?, title: String = "none", tags: [String])
  case `default`(Level)
  indirect case inner(Wire)
  case never(Never)
  @ServerOnly case loaded([Int])
}

struct Point: Hashable, Codable {
  var x: Int
}

@SchemaRepresentable
struct Collections: Codable {
  var optionals: [Int?]
  var sets: Set<Int8>
  var byName: [String: Bool]
  var byNumber: [Int: Bool]
  var byLevel: [Level: Int]
  var byPoint: [Point: Bool]
  var list: IdentifiedArray<Int, Row>
}

@SchemaRepresentable
struct Row: Codable, Identifiable {
  var id: Int
  var title: String?
}

@SchemaRepresentable
struct Foundations: Codable {
  var id: UUID
  var date: Date
  var url: URL
  var data: Data
  var decimal: Decimal
  var double: Double
  var float: Float
}

@SchemaRepresentable
struct Page<Item: Codable>: Codable {
  var items: [Item]
  var next: Item
}

extension Page: Sendable where Item: Sendable {}

@SchemaRepresentable
struct Tree: Codable {
  var name: String
  var children: [Tree]
}

/// A feature that can contain its own type, on its stack and as a destination.
@Reducer
struct Folder {
  @ObservableState
  struct State: Codable, Sendable {
    /// How it is called.
    var name = ""
    var level: Level?
    var path = StackState<Screen.State>()
    @Presents var destination: Destination.State?
  }

  enum Action: Codable, Sendable {
    case renamed(String)
    case path(StackActionOf<Screen>)
    case destination(PresentationAction<Destination.Action>)
    case rows(IdentifiedAction<Int, Wire>)
    @ServerOnly case loaded
  }

  @Reducer(state: .codable, action: .codable)
  indirect enum Screen {
    /// Another folder.
    case folder(Folder)
  }

  @Reducer(state: .codable, action: .codable)
  enum Destination {
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Alert>)
    @ReducerCaseIgnored case text(Guest)
  }

  @CasePathable
  enum Alert: Codable, Sendable {
    case confirm(id: Int)
    case close
  }
}

/// Fields that bindings set.
@BindableState
struct Fields: Codable {
  var title = ""
  var level: Level?
  var isDone = false
  @ServerOnly var secret = 0
}
