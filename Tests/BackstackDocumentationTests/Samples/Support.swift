import Backstack
import FoundationEssentials
import Synchronization

/// The JSON of a value, with sorted keys.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value of a JSON text.
func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// Values that come from anywhere, in order.
final class Log<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func append(_ value: Value) { values.withLock { $0.append(value) } }
}

extension Log<String> {
  /// A reporter that logs the messages of issues.
  var reporter: IssueReporter { IssueReporter { self.append($0.message) } }
}
