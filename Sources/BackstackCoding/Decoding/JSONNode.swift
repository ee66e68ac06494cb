/// A value in a document: only what is asked for is copied.
package struct JSONNode: @unchecked Sendable {
  // Sound: nothing changes a document that was scanned.

  private let scanned: Scanned
  private let index: Int

  private init(_ scanned: Scanned, _ index: Int) {
    self.scanned = scanned
    self.index = index
  }

  private var document: JSONDocument { scanned.document }

  /// Scans a document.
  ///
  /// - Throws: ``JSONSyntaxError`` if the bytes are not a JSON document, or exceed the limits.
  /// - Complexity: O(*n*).
  package init(
    decoding bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    let scanned = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONSyntaxError) in try JSONDocument(bytes, limits: limits) }
    }
    self.init(Scanned(try scanned.get()), 0)
  }

  /// Scans a value that was parsed.
  package init(_ literal: JSONLiteral) {
    // Only what is nested too deep can't be scanned.
    let node = try? Self(decoding: Array(literal.json.utf8))
    self = node ?? Self.null
  }

  private static let null = JSONNode(.null)

  /// The value of a member; `nil` if this is not an object or has no such member.
  ///
  /// - Complexity: O(*n*) in the number of members.
  package subscript(name: StaticString) -> JSONNode? {
    member(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Whether there is a member with a name.
  package func has(_ name: StaticString) -> Bool { self[name] != nil }

  /// Where an object that has members begins in its document, if it is written without blanks.
  package var offset: Int? {
    guard document.tape[index].kind == .object, document.tape[index].count > 0 else { return nil }
    let start = Int(document.tape[index + 1].start) - 2
    return start >= 0 && document.bytes[start] == UInt8(ascii: "{") ? start : nil
  }

  /// Returns the value of a member whose name is not known before.
  package func member(_ name: String) -> JSONNode? {
    var name = name
    return name.withUTF8 { member($0) }
  }

  private func member(_ name: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    guard scanned.marks[index] & Scanned.mark(of: name) != 0 else { return nil }
    let (tape, bytes) = (document.tape, document.bytes)
    var entry = index + 1
    for _ in 0..<tape[index].count {
      let start = Int(tape[entry].start)
      let text = UnsafeBufferPointer(start: bytes + start, count: Int(tape[entry].end) - start)
      if text.isEqual(to: name) { return JSONNode(scanned, entry + 1) }
      entry = Int(tape[entry + 1].next)
    }
    return nil
  }

  /// The text, if it is one.
  package var text: String? {
    document.tape[index].kind == .string ? document.string(index) : nil
  }

  /// The value as JSON.
  package var json: String { literal.json }

  /// The value by itself.
  package var literal: JSONLiteral { document.literal(at: index) }

  /// The elements; none if it is no array.
  package var elements: Elements { Elements(scanned, index) }

  /// The members, in their order; none if it is no object.
  package var members: [(name: String, value: JSONNode)] {
    guard document.tape[index].kind == .object else { return [] }
    var members: [(name: String, value: JSONNode)] = []
    document.forEachName(of: index) { name in
      members.append((document.string(name), JSONNode(scanned, name + 1)))
    }
    return members
  }

  /// Returns the elements of a member; none if it is no array.
  package func elements(of name: StaticString) -> Elements {
    self[name]?.elements ?? Elements(scanned, nil)
  }

  /// The elements of an array.
  package struct Elements: Collection, @unchecked Sendable {
    // Sound: like the node.

    private let scanned: Scanned
    package let startIndex: Int
    package let endIndex: Int

    fileprivate init(_ scanned: Scanned, _ index: Int?) {
      self.scanned = scanned
      let tape = scanned.document.tape
      let array = index.flatMap { tape[$0].kind == .array ? $0 : nil }
      startIndex = array.map { $0 + 1 } ?? 0
      endIndex = array.map { Int(tape[$0].next) } ?? 0
    }

    package subscript(position: Int) -> JSONNode { JSONNode(scanned, position) }
    package func index(after position: Int) -> Int { Int(scanned.document.tape[position].next) }
  }
}

/// A document in which most members that an object does not have are found out without a search.
private final class Scanned {
  let document: JSONDocument
  /// For each entry that is an object, a bit for each name.
  private(set) var marks: [UInt64]

  init(_ document: JSONDocument) {
    self.document = document
    let tape = document.tape
    marks = Array(repeating: 0, count: document.entryCount)
    for index in 0..<document.entryCount where tape[index].kind == .object {
      var marks: UInt64 = 0
      var entry = index + 1
      for _ in 0..<tape[index].count {
        marks |= Self.mark(of: document.text(entry))
        entry = Int(tape[entry + 1].next)
      }
      self.marks[index] = marks
    }
  }

  @inline(__always)
  static func mark(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let first = name.first, let last = name.last else { return 1 }
    return 1 &<< (UInt64(first) &+ UInt64(last) &* 7 &+ UInt64(name.count) &* 5)
  }
}

extension JSONNode: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.literal == other.literal }

  package func hash(into hasher: inout Hasher) { literal.hash(into: &hasher) }

  fileprivate func isEqual(to value: Bool) -> Bool {
    document.tape[index].kind == (value ? .true : .false)
  }

  fileprivate func isEqual(to text: StaticString) -> Bool {
    let entry = document.tape[index]
    // Most texts differ in length.
    return entry.kind == .string && Int(entry.end &- entry.start) == text.utf8CodeUnitCount
      && document.text(index).isEqual(
        to: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension JSONNode? {
  package static func == (node: Self, value: Bool) -> Bool { node?.isEqual(to: value) ?? false }

  package static func != (node: Self, value: Bool) -> Bool { !(node == value) }

  package static func == (node: Self, text: StaticString) -> Bool {
    node?.isEqual(to: text) ?? false
  }

  package static func ~= (text: StaticString, node: Self) -> Bool { node == text }
}
