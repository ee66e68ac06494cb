/// The difference between two documents that differ in one string, number or literal, which is what
/// most actions change. It is found without parsing the documents.
struct ScalarChange {
  private static var maximumDepth: Int { 16 }

  /// Where the names of the members are, in both documents, that lead to the value. For an element of an
  /// array, a range that begins at -1 less its index.
  private var names = InlineArray<16, Range<Int>>(repeating: 0..<0)
  private var depth = 0
  /// The new value in the new document.
  private(set) var value = 0..<0

  /// Finds the change.
  ///
  /// - Parameters:
  ///   - old: A document that ``JSONStreamEncoder`` wrote.
  ///   - new: Another one.
  /// - Returns: `nil` if the documents differ in more than one value, or if ``JSONDifference`` may
  ///   write another patch: elements of arrays are paired by their ids, and escapes make texts longer.
  ///   Of two members with the same name, as a dictionary may have, a pointer would name the wrong one.
  /// - Complexity: O(*n*) in the size of the documents.
  init?(from old: Span<UInt8>, to new: Span<UInt8>) {
    let difference = EightBytes.samePrefix(of: old, new)
    guard difference < min(old.count, new.count),
      let start = findValue(in: old, with: difference),
      let oldEnd = Self.endOfScalar(in: old, at: start),
      let newEnd = Self.endOfScalar(in: new, at: start)
    else { return nil }
    let (oldRest, newRest) = (old.extracting(oldEnd...), new.extracting(newEnd...))
    guard oldRest.count == newRest.count,
      EightBytes.samePrefix(of: oldRest, newRest) == newRest.count
    else { return nil }
    value = start..<newEnd
  }

  /// Moves the pointer of a patch to the value.
  ///
  /// - Returns: The argument for ``JSONPatchWriter/leave(_:)``; `nil` if the value is the document.
  func enter(_ document: UnsafeBufferPointer<UInt8>, _ patch: inout JSONPatchWriter) -> Int? {
    var outer: Int?
    for level in 0..<depth {
      let length =
        names[level].lowerBound < 0
        ? patch.enter(-1 - names[level].lowerBound)
        : patch.enter(UnsafeBufferPointer(rebasing: document[names[level]]))
      outer = outer ?? length
    }
    return outer
  }

  /// Reads a document, and returns the start of the scalar that a position is in, or that ends
  /// there.
  private mutating func findValue(in text: Span<UInt8>, with position: Int) -> Int? {
    var open = InlineArray<16, Range<Int>>(repeating: 0..<0)
    var level = 0
    /// The open containers that are arrays, as bits.
    var arrays: UInt32 = 0
    var isName = false
    var index = 0
    while index <= position {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard level < Self.maximumDepth else { return nil }
        isName = text[index] == UInt8(ascii: "{")
        if !isName { arrays |= 1 << UInt32(level) }
        open[level] = isName ? 0..<0 : -1..<0
        level += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard level > 0 else { return nil }
        level -= 1
        arrays &= ~(1 << UInt32(level))
        isName = false
      case UInt8(ascii: ","):
        guard level > 0 else { return nil }
        isName = arrays & 1 << UInt32(level - 1) == 0
        if !isName { open[level - 1] = open[level - 1].lowerBound - 1..<0 }
      case UInt8(ascii: ":"): isName = false
      case UInt8(ascii: "\"") where isName:
        guard let end = Self.endOfString(in: text, at: index, isStrict: false), end <= position
        else { return nil }
        let name = (index + 1)..<(end - 1)
        // A dictionary's members are sorted, so that equal names follow each other.
        if open[level - 1].lowerBound > 0, Self.isSame(text, open[level - 1], name) { return nil }
        open[level - 1] = name
        index = end
        continue
      default:
        guard let end = Self.endOfScalar(in: text, at: index, isStrict: false) else { return nil }
        // A number can go on where this one ends; a string can't.
        let isString = text[index] == UInt8(ascii: "\"")
        if position < end || position == end && !isString {
          // Elements with other ids are other elements.
          for inner in 1..<max(level, 1)
          where arrays & 1 << UInt32(inner - 1) != 0 && Self.isID(text, open[inner]) { return nil }
          for outer in 0..<level where !Self.isPlain(text, open[outer]) { return nil }
          names = open
          depth = level
          return isUnique(in: text, from: end) ? index : nil
        }
        index = end
        continue
      }
      index += 1
    }
    return nil
  }

  /// Returns whether no member that leads to the value is followed by one of its name.
  ///
  /// - Parameter start: The end of the value.
  private func isUnique(in text: Span<UInt8>, from start: Int) -> Bool {
    var level = depth
    /// The number of open containers that the value is in.
    var outer = depth
    var index = start
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        level -= 1
        outer = min(outer, level)
      case UInt8(ascii: "\""):
        guard let end = Self.endOfString(in: text, at: index, isStrict: false) else { return false }
        // A name, unless the container is an array.
        if level == outer, level > 0, text[index - 1] == UInt8(ascii: ","),
          names[level - 1].lowerBound > 0,
          Self.isSame(text, names[level - 1], index + 1..<end - 1)
        {
          return false
        }
        index = end
        continue
      default: break
      }
      index += 1
    }
    return true
  }

  private static func isID(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    name.lowerBound > 0 && name.count == 2 && text[name.lowerBound] == UInt8(ascii: "i")
      && text[name.lowerBound + 1] == UInt8(ascii: "d")
  }

  /// Returns whether the name of a member has no escape, neither of JSON nor of pointers (RFC 6901 §3).
  private static func isPlain(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    name.lowerBound < 0
      || name.allSatisfy { text[$0] != 0x5C && text[$0] != 0x7E && text[$0] != 0x2F }
  }

  private static func isSame(
    _ text: Span<UInt8>, _ name: Range<Int>, _ other: Range<Int>
  ) -> Bool {
    guard name.count == other.count else { return false }
    for offset in 0..<name.count
    where text[name.lowerBound + offset] != text[other.lowerBound + offset] { return false }
    return true
  }

  /// Returns the end of a string, number or literal; `nil` if there is none.
  ///
  /// - Parameter isStrict: Whether a string must have no escape.
  private static func endOfScalar(
    in text: Span<UInt8>, at start: Int, isStrict: Bool = true
  ) -> Int? {
    switch text[start] {
    case UInt8(ascii: "\""): return endOfString(in: text, at: start, isStrict: isStrict)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"):
      var index = start + 1
      while index < text.count, !isEnd(text[index]) { index += 1 }
      return index
    default: return nil
    }
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// Returns the end of a string, after its quote; `nil` if there is none.
  ///
  /// - Parameter isStrict: Whether it must have no escape of JSON or of pointers (RFC 6901 §3).
  private static func endOfString(
    in text: Span<UInt8>, at start: Int, isStrict: Bool = true
  ) -> Int? {
    var index = start + 1
    while index < text.count {
      if !isStrict { index += EightBytes.plainPrefix(of: text, from: index) }
      guard index < text.count else { return nil }
      switch text[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        if isStrict { return nil }
        index += text[index] == UInt8(ascii: "\\") ? 2 : 1
      default: index += 1
      }
    }
    return nil
  }
}

extension JSONPatchWriter {
  /// Writes the patch from one document to another if they differ in one string, number or literal,
  /// as ``compare(_:with:gaps:)`` does; the pointer refers to both.
  ///
  /// - Parameters:
  ///   - old: A document that ``JSONStreamEncoder`` wrote.
  ///   - new: Another one.
  /// - Returns: Whether they do; otherwise nothing was written.
  package mutating func writeScalarChange(from old: [UInt8], to new: [UInt8]) -> Bool {
    guard let change = ScalarChange(from: old.span, to: new.span) else { return false }
    let outer = new.withUnsafeBufferPointer { change.enter($0, &self) }
    append(.replace) { $0 += new[change.value] }
    if let outer { leave(outer) }
    return true
  }
}
