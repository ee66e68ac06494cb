public import BackstackCasePaths

@CasePathable
enum CounterAction: Equatable, Codable, Sendable {
  case incrementButtonTapped
  case set(to: Int)
  case rename(String)
}

@CasePathable
enum PathAction: Sendable {
  case counter(CounterAction)
  case note(String)
}

@CasePathable
enum AppAction: Sendable {
  case path(StackAction<Int, PathAction>)
  case destination(PresentationAction<PathAction>)
  case loaded(Result<[Int], any Error>)
  case tab(Int?)
  case closed
}

@CasePathable
@dynamicMemberLookup
enum Screen: Equatable, Sendable {
  case list([Int])
  case edit(name: String, isNew: Bool)
  case `default`
  indirect case nested(Self)
  #if DEBUG || !DEBUG
    case here(Int)
  #else
    case there(Int)
  #endif
}

@CasePathable
enum Tree<Leaf: Equatable> {
  case leaf(Leaf)
  indirect case branch(left: Tree<Leaf>, right: Tree<Leaf>)
  case none
}

enum Outer<T> {
  @CasePathable
  enum Inner {
    case value(T)
    case impossible(Never)
  }
}

extension Outer {
  @CasePathable
  enum Extended {
    case value(T)
    case name(String)
  }
}

@CasePathable
public enum PublicEnum: Equatable, Codable, Sendable {
  case one(Int)
}

extension PublicEnum {
  @CasePathable
  package enum PackageEnum: Codable {
    case one(count: Int)
  }
}

@CasePathable
enum Uninhabited: Equatable, Codable {}

@CasePathable
enum AlmostUninhabited: Equatable, Codable {
  case nothing(Uninhabited)
  case never(Never)
}
