import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackSessions

/// A message of a socket's client.
struct SocketCommand: Sendable {
  enum Kind: Sendable, Equatable {
    /// To process an action or a batch, as JSON.
    case send([UInt8])
    case restore(version: Int)
    case read
  }

  /// The number that the answer repeats.
  let id: Int
  let kind: Kind
  /// The version that the session must have.
  var condition: Int?
  var key: String?
  /// The number of seconds to wait for effects.
  var wait: Int?
  /// The trace that the action and its effects belong to.
  var trace: TraceContext?

  /// A message that is no command: its answer is a problem.
  struct Refusal: Error {
    let id: Int
    let problem: Problem
  }

  /// Reads a message.
  ///
  /// The action is only cut out: the session decodes it.
  ///
  /// - Returns: `nil` if the message is not an object with an id.
  /// - Throws: ``Refusal`` if it asks for nothing that can be done.
  init?(_ text: [UInt8]) throws(Refusal) {
    guard var members = JSONMembers(text), let id = members.take("id").flatMap(Self.integer) else {
      return nil
    }
    self.id = id
    do throws(Problem) {
      kind = try Self.kind(&members)
      condition = try Self.number("if", &members)
      wait = try Self.number("wait", &members)
      key = try Self.text("key", &members)
      // As of a request, a malformed one is left out.
      if let parent = try Self.text("traceparent", &members), HTTPTraceContext.isParent(parent) {
        trace = TraceContext(traceParent: parent)
      }
      if let name = members.first {
        throw Problem(.invalidValue, "There is no member \"\(name)\" here.")
      }
    } catch {
      throw Refusal(id: id, problem: error)
    }
  }

  private static func kind(_ members: inout JSONMembers) throws(Problem) -> Kind {
    let action = members.take("send")
    let version = try number("restore", &members)
    let read = members.take("read")
    switch (action, version, read) {
    case (let action?, nil, nil): return .send(Array(action))
    case (nil, let version?, nil): return .restore(version: version)
    case (nil, nil, let read?) where read.elementsEqual("true".utf8):
      if members.has("if") {
        throw Problem(
          .invalidValue, "A message that reads has no condition: leave \"if\" out.",
          at: pointer("if"))
      }
      return .read
    default:
      throw Problem(
        .invalidValue, "A message has one of send, restore (a version) and read (true).")
    }
  }

  private static func text(
    _ name: String, _ members: inout JSONMembers
  ) throws(Problem) -> String? {
    guard let json = members.take(name) else { return nil }
    guard
      let text = try? JSONStreamDecoder.decode(
        String.self, from: Array(json), limits: .ofClient())
    else {
      throw Problem(.invalidValue, "\(name) is a text.", at: pointer(name))
    }
    return text
  }

  private static func number(_ name: String, _ members: inout JSONMembers) throws(Problem) -> Int? {
    guard let json = members.take(name) else { return nil }
    guard let number = integer(json), number >= 0 else {
      throw Problem(
        .invalidValue, "\(name) is a whole number from 0 to \(Int.max).", at: pointer(name))
    }
    return number
  }

  private static func integer(_ json: ArraySlice<UInt8>) -> Int? {
    let isPlain = json.first != 0x30 && json.allSatisfy { (0x30...0x39).contains($0) }
    // Others that JSON has, such as 0 and 1.0.
    return isPlain
      ? Int(String(decoding: json, as: UTF8.self))
      : try? JSONStreamDecoder.decode(Int.self, from: Array(json))
  }

  private static func pointer(_ name: String) -> JSONPointer {
    JSONPointer([InvalidState.Step.member(name)])
  }
}

/// The members of a JSON object, each value as it was written.
struct JSONMembers {
  private var values: [(name: String, value: ArraySlice<UInt8>)] = []

  /// The maximum number of members: more than any message has, and few enough to compare their names.
  private static let maximumCount = 16
  /// The maximum number of bytes of a name, which is compared with several others.
  private static let maximumName = 64

  /// The name of a member that was not taken.
  var first: String? { values.first?.name }

  /// Cuts an object into its members. Whether the values are JSON is not checked.
  ///
  /// - Returns: `nil` if the text has no form of an object, two members have one name, or there are more or
  ///   longer ones than any message has.
  init?(_ text: [UInt8]) {
    var rest = text[...]
    guard Self.skip("{", &rest) else { return nil }
    if Self.skip("}", &rest) { return }
    repeat {
      guard let name = Self.string(&rest), Self.skip(":", &rest), let value = Self.value(&rest),
        values.count < Self.maximumCount, !values.contains(where: { $0.name == name })
      else { return nil }
      values.append((name, value))
    } while Self.skip(",", &rest)
    guard Self.skip("}", &rest) else { return nil }
    Self.skipBlanks(&rest)
    if !rest.isEmpty { return nil }
  }

  /// Returns the value of a member, once.
  mutating func take(_ name: String) -> ArraySlice<UInt8>? {
    guard let index = values.firstIndex(where: { $0.name == name }) else { return nil }
    return values.remove(at: index).value
  }

  func has(_ name: String) -> Bool { values.contains { $0.name == name } }

  private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    skipBlanks(&rest)
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Takes a name, whose escapes stay as they are: none of the known names needs one.
  private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard skip("\"", &rest), let end = endOfString(rest),
      end - rest.startIndex <= maximumName
    else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Returns the position of the quote that ends a string.
  private static func endOfString(_ rest: ArraySlice<UInt8>) -> Int? {
    var position = rest.startIndex
    while position < rest.endIndex {
      switch rest[position] {
      case UInt8(ascii: "\""): return position
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }

  /// Takes a value: up to the comma or the bracket that is not part of it.
  private static func value(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    skipBlanks(&rest)
    var position = rest.startIndex
    var depth = 0
    scan: while position < rest.endIndex {
      switch rest[position] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(rest[(position + 1)...]) else { return nil }
        position = end
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { break scan }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { break scan }
      default: break
      }
      position += 1
    }
    var value = rest[..<min(position, rest.endIndex)]
    rest = rest[value.endIndex...]
    while let last = value.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { value.removeLast() }
    return value.isEmpty ? nil : value
  }
}
