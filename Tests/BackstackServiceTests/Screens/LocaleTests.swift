import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackViews
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackServiceTesting
@testable import BackstackSessions

/// The locale of a session, from its client to the texts of its screens.
@Suite struct LocaleTests {
  private func texts(
    _ language: String?, _ feature: Feature = Prices.feature()
  ) async throws -> [String] {
    let service = try HostedService([feature])
    let created = try await service.send(
      .post, "/sessions", json: #"{"feature":"prices"}"#,
      fields: language.map { ["Accept-Language": $0] } ?? [:])
    let path = try #require(created.fields[.location])
    _ = try await service.send(.post, path + "/actions", json: #""look""#)
    return try await HostedSession<Prices.State, Prices.Action>(service: service, path: path)
      .screen().texts
  }

  @Test("Reducers, surroundings and formats have the locale that the client prefers")
  func everywhere() async throws {
    let texts = try await texts("en;q=0.5, de-at, *;q=0.1")
    #expect(texts == ["de_AT", "de_AT", "7 in de_AT", "7 in fr", "8 in de_AT"])
  }

  @Test("What the host says counts more than what the client prefers")
  func host() async throws {
    let feature = Prices.feature { $0.locale = Locale(identifier: $0.session?.locale ?? "sv") }
    #expect(try await texts("nl", feature).first == "nl")
    #expect(try await texts(nil, feature).first == "sv")
    let other = Prices.feature { $0.locale = Locale(identifier: "sv") }
    #expect(try await texts("nl", other).first == "sv")
  }

  @Test(
    "Without a language, the locale is that of the process",
    arguments: [nil, "", "*", "x-private", "de;q=0", "d", "1234", "de--at", "de-ä"])
  func none(language: String?) async throws {
    let own = Locale.autoupdatingCurrent.identifier
    #expect(try await texts(language).first == own)
  }

  @Test("It is that of the session after a restart; sessions stored without one can be resumed")
  func restart() async throws {
    let storage = ScriptedStorage()
    var configuration = SessionConfiguration()
    configuration.storage = storage
    func directory() -> SessionDirectory {
      SessionDirectory(features: [Prices.feature()], configuration: configuration)
    }
    let first = directory()
    let id = try await first.create("prices", locale: "zh-hant-tw").id
    let plain = try await first.create("prices").id
    // Stored again, with another id of the next screen.
    _ = try await first.send(#""push""#, to: id)
    first.stop()
    let second = directory()
    #expect(try await second.send(#""look""#, to: id).state.contains("zh_Hant_TW"))
    #expect(try await second.snapshot(of: plain).version == 0)
    #expect(second.savedSessions().first { $0.id == id }?.locale == "zh-Hant-TW")
    #expect(second.savedSessions().first { $0.id == plain }?.locale == nil)
    let metadata = StoredRecord.metadata(
      nextElementID: 1, principal: nil, pending: [], locale: nil, screens: ShownScreens())
    #expect(String(decoding: metadata, as: UTF8.self) == #"{"nextElementID":1}"#)
    second.stop()
  }

  @Test("A text that is no tag of a language is refused where a program creates a session")
  func embedding() async throws {
    let directory = SessionDirectory(features: [Prices.feature()])
    await #expect(throws: SessionError.self) { try await directory.create("prices", locale: "?") }
    #expect(directory.sessionCount == 0)
  }

  @Test(
    "A tag is read up to the region",
    arguments: [
      ("de", "de"), ("DE-at", "de-AT"), ("zh-hant-TW", "zh-Hant-TW"), ("es-419", "es-419"),
      ("zh-yue-HK", "zh-HK"), ("sl-rozaj-biske", "sl"), ("de-CH-1996", "de-CH"),
      ("en-US-u-ca-buddhist", "en-US"), ("de-1996-AT", "de"),
    ])
  func tags(tag: String, read: String) {
    #expect(LanguageTag(tag)?.text == read)
  }

  @Test("A tag that is too long is none")
  func longTag() {
    #expect(LanguageTag("de" + String(repeating: "-variants", count: 7)) == nil)
  }

  @Test("Once there are many locales, new ones are those of a language alone")
  func manyLocales() {
    let table = LocaleTable(limit: 2)
    let made = ["de-AT", "de-CH", "de-DE", "de-CH"].compactMap { LanguageTag($0) }.map {
      table.locale(of: $0).identifier
    }
    #expect(made == ["de_AT", "de_CH", "de", "de_CH"])
  }
}

/// A feature that tells its locale.
@Reducer
struct Prices {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var locale = ""
    var path = StackState<Prices.State>()
  }

  enum Action: Codable, Equatable, Sendable {
    case look
    case push
  }

  @Dependency(\.locale) var locale

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .look: state.locale = locale.identifier
      case .push: state.path.append(State())
      }
      return .none
    }
  }

  static func feature(
    _ prepare: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) -> Feature {
    Feature("prices", initialState: State()) {
      Prices()
    } view: {
      PricesView(store: $0)
    } withDependencies: {
      prepare(&$0)
    }
  }
}

private struct PricesView: View {
  let store: StoreOf<Prices>
  @Environment(\.locale) private var locale

  var body: some View {
    Text(store.locale)
    Text(locale.identifier)
    Text(7, format: NamedLocale())
    Text(7, format: NamedLocale(locale: Locale(identifier: "fr")))
    Text("\(8, format: NamedLocale())")
  }
}

/// A format that names its locale.
private struct NamedLocale: FormatStyle {
  var locale = Locale.autoupdatingCurrent

  func format(_ value: Int) -> String { "\(value) in \(locale.identifier)" }

  func locale(_ locale: Locale) -> Self { NamedLocale(locale: locale) }
}
