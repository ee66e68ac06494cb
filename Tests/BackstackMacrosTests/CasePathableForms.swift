import Backstack

// Every form of a case. That these compile without warnings is half of the test.

// swift-format-ignore: OneCasePerLine
@CasePathable
enum Forms: Equatable, Sendable {
  case plain
  case one(Int)
  case labelled(id: Int)
  case unlabelled(_ id: Int)
  case several(Int, String)
  case mixed(Int, by: String)
  case `default`
  case keywords(in: Int, for: String, _ `self`: Bool)
  case defaults(id: Int = 1, isNew: Bool = false)
  case tuple((Int, name: String))
  case optional(Int?)
  case nested(Outer.Inner)
  case list([Int], [String: Int])
  case never(Never)
  case neverToo(Int, Never)
  case void(Void)
  case a
  case b(Int)
  case c
  case module(Swift.Int)
  indirect case tree(Self)
  #if !DEBUG || DEBUG
    case conditional(Int)
    #if false
      case absent(Missing)
    #endif
  #else
    case conditional(String)
  #endif

  enum Outer {
    typealias Inner = Int
  }

  static func == (lhs: Self, rhs: Self) -> Bool { Self.allCasePaths[nameOf: lhs] == rhs.caseName }
}

@CasePathable
enum Functions {
  case run(() -> Int)
  case send(@Sendable (Int) async throws -> Void)
  case any(any Sendable)
  case metatype(Int.Type)
}

@CasePathable
indirect enum Tree {
  case leaf(Int)
  case node(Tree, Tree)
}

@CasePathable
enum GenericForms<First, Second: Hashable> where First: Sendable {
  case first(First)
  case both(First, second: Second)
  case many([Second: First])
  case recursive([Self])
  case none
  case never(Never)

  @CasePathable
  enum Inner {
    case second(Second)
  }
}

@CasePathable
private enum PrivateForms {
  case one(Int)
}

@CasePathable
package enum PackageForms {
  case one(Int)
  case two(id: Int)
}

extension Forms {
  @CasePathable
  fileprivate enum InExtension {
    case one(Int)
  }
}

struct Container {
  @CasePathable
  fileprivate enum Hidden {
    case one(Int)
  }

  static var hiddenNames: [String] { Hidden.caseNames }

  @CasePathable
  @dynamicMemberLookup
  enum Shown: Hashable {
    case one(Int)
    case two
  }
}

@CasePathable
enum WithMembers {
  case one(Int)

  static let all = 3
  var isOne: Bool { true }
  init(_ number: Int) { self = .one(number) }
}

@CasePathable
enum Raw: String, CaseIterable, Codable {
  case one = "1"
  case two
}

@CasePathable
@available(*, deprecated)
enum Deprecated {
  case one(Int)
}

enum LocalUse {
  static var privateNames: [String] {
    PrivateForms.caseNames + Forms.InExtension.caseNames
  }
}
