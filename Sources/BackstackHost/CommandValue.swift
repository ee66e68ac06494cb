import BackstackHTTP

/// The value of an option, with the flag or variable that it came from.
struct CommandValue {
  let name: String
  let text: String

  /// Whether the value is from the command line.
  var isFlag: Bool { name.hasPrefix("-") }

  func error(_ wanted: String) -> CommandError {
    CommandError("\(name) must be \(wanted), not \"\(text)\".")
  }

  /// Returns the number that the text consists of, without a sign; `nil` for any other text.
  private func number(radix: Int = 10) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text, radix: radix) : nil
  }

  var port: Int { get throws(CommandError) { try count(0...65535) } }

  func seconds(allowsZero: Bool = false) throws(CommandError) -> Double {
    guard let seconds = Double(decimal: text), allowsZero ? seconds >= 0 : seconds > 0,
      seconds <= 7 * 24 * 3600
    else {
      throw error(
        "a number of seconds, \(allowsZero ? "0 or more" : "above 0") and at most a week")
    }
    return seconds
  }

  func count(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
    guard let count = number(), range.contains(count) else {
      throw error("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// Returns a number of seconds, or `nil` for `off`.
  func secondsOrOff() throws(CommandError) -> Double? {
    if text == "off" { return nil }
    return try seconds()
  }

  /// Returns a number, or `nil` for `off`.
  func countOrOff(_ range: ClosedRange<Int>) throws(CommandError) -> Int? {
    if text == "off" { return nil }
    return try count(range)
  }

  var isOn: Bool {
    get throws(CommandError) {
      switch text {
      case "on": true
      case "off": false
      default: throw error("on or off")
      }
    }
  }

  var mode: UInt32 {
    get throws(CommandError) {
      guard let mode = number(radix: 8), mode <= 0o777 else {
        throw error("three octal digits such as 660")
      }
      return UInt32(mode)
    }
  }

  var host: String {
    get throws(CommandError) {
      guard HTTPListenAddress.ip(text, port: 0).isNumeric else {
        throw error("a numeric IPv4 or IPv6 address such as 127.0.0.1")
      }
      return text
    }
  }

  var addresses: [HTTPListenAddress] {
    get throws(CommandError) {
      var addresses: [HTTPListenAddress] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let address = HTTPListenAddress(String(part)),
          address.path != nil || address.isNumeric
        else {
          throw error("an address such as 127.0.0.1:8080, [::1]:8080 or unix:/run/backstack.sock")
        }
        addresses.append(address)
      }
      return addresses
    }
  }

  /// The value of a field of responses, which clients get with each; `nil` for an empty text.
  var fieldValue: String? {
    get throws(CommandError) {
      guard text.utf8.count <= 256, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
        text.first != " ", text.last != " "
      else { throw error("at most 256 characters of ASCII, without a space at an end") }
      return text.isEmpty ? nil : text
    }
  }

  var logDestination: HTTPAccessLogDestination? {
    get throws(CommandError) {
      switch text {
      case "off": nil
      case "stdout": .standardOutput
      case "stderr": .standardError
      case "": throw error("off, stdout, stderr or a file")
      default: .file(text)
      }
    }
  }

  var poller: PollerKind {
    get throws(CommandError) {
      guard let poller = PollerKind(rawValue: text) else {
        throw error(PollerKind.allCases.map(\.rawValue).joined(separator: " or "))
      }
      return poller
    }
  }

  var logFormat: HTTPAccessLogFormat {
    get throws(CommandError) {
      switch text {
      case "json": .json
      case "text": .text
      default: throw error("json or text")
      }
    }
  }
}
