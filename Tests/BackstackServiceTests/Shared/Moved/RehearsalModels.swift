import Backstack
import Foundation

// The model of a choir's rehearsals, with the kinds, properties and actions that the sample "SyncUps" of
// The Composable Architecture has, under other names. Comments that begin with "Changed" mark what is
// written in another way than there, besides imports and Codable; `RehearsalsTests` counts them.

struct Rehearsal: Codable, Equatable, Identifiable, Sendable {
  // Changed: `Tagged`, of another package, around this id and the two below.
  let id: UUID
  var singers: IdentifiedArrayOf<Singer> = []
  var duration: Duration = .seconds(60 * 5)
  var records: IdentifiedArrayOf<Record> = []
  var title = ""

  var durationPerSinger: Duration { duration / singers.count }
}

struct Singer: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var name = ""
}

struct Record: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  let date: Date
  var notes: String
}

extension SharedReaderKey where Self == FileStorageKey<IdentifiedArrayOf<Rehearsal>>.Default {
  static var rehearsals: Self {
    // Changed: there is no `.documentsDirectory`, as a key reads no file.
    Self[.fileStorage(URL(filePath: "rehearsals.json")), default: []]
  }
}

// The sample's client of Apple's speech recognition, as far as reducers use it.
@DependencyClient
struct MicrophoneClient: Sendable {
  var authorizationStatus: @Sendable () -> Authorization = { .denied }
  var requestAuthorization: @Sendable () async -> Authorization = { .denied }
  var startTask: @Sendable () async -> AsyncThrowingStream<String, any Error> = { .finished() }

  enum Authorization { case notDetermined, restricted, denied, authorized }
}

extension MicrophoneClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var microphone: MicrophoneClient {
    get { self[MicrophoneClient.self] }
    set { self[MicrophoneClient.self] = newValue }
  }

  var openSettings: @Sendable () async -> Void {
    get { self[OpenSettingsKey.self] }
    set { self[OpenSettingsKey.self] = newValue }
  }

  private enum OpenSettingsKey: DependencyKey {
    typealias Value = @Sendable () async -> Void
    static let liveValue: @Sendable () async -> Void = {}
    static let testValue: @Sendable () async -> Void = {}
  }
}
