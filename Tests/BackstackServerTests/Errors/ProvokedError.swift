import BackstackHTTP
import BackstackService
import Testing

/// A kind of error, and a way for a client to provoke it.
struct ProvokedError: Sendable, CustomTestStringConvertible {
  /// The last segment of the problem's `type`.
  let kind: String
  let setting: ErrorSetting
  let provoke: @Sendable (ErrorScene) async throws -> Answer

  init(
    _ kind: String, in setting: ErrorSetting = ErrorSetting(),
    provoke: @escaping @Sendable (ErrorScene) async throws -> Answer
  ) {
    self.kind = kind
    self.setting = setting
    self.provoke = provoke
  }

  var testDescription: String { kind }

  /// All kinds, those of the HTTP server last.
  static let all = ofContent + ofResources + ofKeys + ofServers + ofStorages + ofParsing + ofLimits
}

extension ErrorSetting {
  static func service(_ change: (inout ServiceConfiguration) -> Void) -> Self {
    var setting = Self()
    change(&setting.service)
    return setting
  }

  static func http(_ change: (inout HTTPServerConfiguration) -> Void) -> Self {
    var setting = Self()
    change(&setting.http)
    return setting
  }
}
