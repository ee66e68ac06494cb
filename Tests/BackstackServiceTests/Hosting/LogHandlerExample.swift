import Backstack
import BackstackHost
import BackstackPlatform

// example begins
struct Museum: BackstackHost {
  static var features: [Feature] { [validatedGuestbook()] }

  static func configure(_ host: inout HostConfiguration) throws {
    let logger = Logger(label: "museum")
    host.service.logHandler = { event in
      logger.log(
        level: Logger.Level(rawValue: event.level.rawValue) ?? .info, "\(event.message)",
        metadata: Logger.Metadata(event), source: "Backstack")
    }
  }
}

extension Logger.Metadata {
  /// The metadata of an event of Backstack, and its name.
  init(_ event: LogEvent) {
    self = ["event": .string(event.name)]
    for (key, value) in event.metadata {
      switch value {
      case .text(let text): self[key] = .string(text)
      case .number(let number): self[key] = .stringConvertible(number)
      case .texts(let texts): self[key] = .array(texts.map { .string($0) })
      }
    }
  }
}
// example ends

/// The part of swift-log's `Logger` that the example uses, with the same signatures.
struct Logger: Sendable {
  enum Level: String, Sendable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
  }

  struct Message: ExpressibleByStringInterpolation {
    let text: String
    init(stringLiteral text: String) { self.text = text }
  }

  enum MetadataValue: Sendable {
    case string(String)
    case stringConvertible(any CustomStringConvertible & Sendable)
    case dictionary(Metadata)
    case array([MetadataValue])
  }

  typealias Metadata = [String: MetadataValue]

  /// The latest line.
  static let latest = Guarded("")

  let label: String

  func log(
    level: Level, _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil, source: @autoclosure () -> String? = nil
  ) {
    let members = (metadata() ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.description)" }.joined(separator: " ")
    let line = "\(label) \(level) \(source() ?? "") \(message().text) \(members)"
    Self.latest.withLock { $0 = line }
  }
}

extension Logger.MetadataValue: CustomStringConvertible {
  var description: String {
    switch self {
    case .string(let text): text
    case .stringConvertible(let value): value.description
    case .dictionary(let members): "\(members)"
    case .array(let values): values.map(\.description).joined(separator: "+")
    }
  }
}
