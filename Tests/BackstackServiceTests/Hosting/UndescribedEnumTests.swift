import Backstack
import BackstackCoding
import BackstackDemo
import BackstackService
import BackstackTesting
import Testing

private enum Color: Codable, Sendable {
  case named(String)
  case clear
}
private enum Depth: Codable, Sendable {
  case shallow
  case deep(Int)
}
private enum Mood: Codable, Sendable { case good(Int) }
/// Has a schema that allows anything.
extension Mood: SchemaRepresentable {}
@SchemaRepresentable private enum Weather: Codable, Sendable { case rain(Double) }
@CasePathable private enum Tab: Codable, Sendable { case home(Int) }
private enum Level: String, Codable { case low, high }

/// An enum with manually written coding.
private enum Own: Codable, Sendable {
  case one(Int)

  init(from decoder: any Decoder) throws {
    self = .one(try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    guard case .one(let number) = self else { return }
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// A type without a schema.
private struct Item: Codable, Sendable {
  var depths: [String: Depth?] = [:]
  private var cache: Hidden? { nil }
  var next: [Item] = []
}

private enum Hidden: Codable, Sendable { case one(Int) }

/// A type that does not encode one of its properties.
private struct Secretive: Codable, Sendable {
  var name = ""
  var hidden = Hidden.one(1)

  private enum CodingKeys: CodingKey { case name }
}

@Reducer
private struct Shop {
  struct State: Codable, Sendable {
    var color: Color = .clear
    var colors: [Color] = []
    var item = Item()
    var secretive = Secretive()
    var mood = Mood.good(1)
    var weather = Weather.rain(1)
    var tab = Tab.home(1)
    var level = Level.low
    var own = Own.one(1)
  }

  enum Action: Codable, Sendable {
    case paint(Color)
    case choose(Choice)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

private enum Choice: Codable, Sendable { case this(Int) }

/// A feature without macros.
private struct Plain: Reducer {
  struct State: Codable, Sendable { var depth = Depth.shallow }
  enum Action: Codable, Sendable { case go(Int) }

  func reduce(into state: inout State, action: Action) -> EffectOf<Self> { .none }
}

@Suite("Enums without a schema")
struct UndescribedEnumTests {
  private typealias Report = (message: String, line: UInt)

  /// Returns the issues that are reported while a feature is created.
  private func reports(_ make: () -> Void) -> [Report] {
    let reports = LockIsolated<[Report]>([])
    withDependencies {
      $0.issueReporter = IssueReporter { issue in
        reports.withValue { $0.append((issue.message, issue.location.line)) }
      }
    } operation: {
      make()
    }
    return reports.value
  }

  private func types(_ reports: [Report]) -> Set<String> {
    Set(reports.compactMap { $0.message.firstMatch(of: #/The enum (\w+) /#).map { String($0.1) } })
  }

  @Test("Enums without a schema are reported once, at any depth, with their remedy")
  func reported() {
    let line: UInt = #line + 2
    let reports = reports {
      _ = Feature("shop", initialState: Shop.State()) { Shop() }
    }
    #expect(types(reports) == ["Color", "Choice", "Depth"])
    #expect(reports.count == 3)
    #expect(reports.allSatisfy { $0.line == line })
    #expect(
      reports.allSatisfy { report in
        ["@CasePathable", "@SchemaRepresentable", #""shop""#].allSatisfy(report.message.contains)
      })
  }

  @Test("Enums without a schema are reported for features without macros, including the action")
  func withoutMacros() {
    let reports = reports { _ = Feature("plain", initialState: Plain.State()) { Plain() } }
    #expect(types(reports) == ["Action", "Depth"])
  }

  @Test("The demo features have no enums without a schema")
  func demo() {
    #expect(reports { _ = makeDemoFeatures() }.isEmpty)
  }
}
