import BackstackCoding
import BackstackScreenText

/// Decides whether a request is sent again: until it has a response that another try would not
/// change. A value without I/O.
struct RequestTries {
  /// The outcome of a try.
  enum Outcome {
    case response(HTTPClient.Response)
    /// There was no response, for a reason.
    case failure(TerminalError)
  }

  private static let limit = 8

  private var count = 1

  /// Returns how many seconds to wait before the request is sent again; `nil` if it is not.
  ///
  /// - Parameter random: A number from 0 to 1, which spreads the tries of many clients.
  mutating func pause(after outcome: Outcome, random: Double) -> Double? {
    guard Self.mayPass(outcome), count < Self.limit else { return nil }
    let growing = min(0.25 * Double(1 << count), 30) * (0.5 + random / 2)
    count += 1
    guard case .response(let response) = outcome else { return growing }
    return response.retryAfter ?? growing
  }

  static func mayPass(_ outcome: Outcome) -> Bool {
    guard case .response(let response) = outcome else { return true }
    switch response.status {
    case 429, 502, 503, 504: return true
    case 409:
      return response.json?["type"]?.text?.hasSuffix("/problems/request-in-progress") == true
    // A page of something on the way.
    case 200..<300: return response.json == nil
    default: return false
    }
  }
}
