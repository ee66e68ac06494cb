import BackstackPatchJudge
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackCoding

@Suite("Patches")
struct PatchTests {
  private func patch(_ old: String, _ new: String, at base: String = "") throws -> String {
    String(
      decoding: try JSONPatch.make(from: Array(old.utf8), to: Array(new.utf8), at: base),
      as: UTF8.self)
  }

  private func stack(_ elements: [(Int, String)]) -> String {
    let texts = elements.map { #"{"id":\#($0.0),"state":\#($0.1)}"# }
    return #"{"path":[\#(texts.joined(separator: ","))]}"#
  }

  private let screen = #"{"counter":{"count":3,"title":"a counter that counts"}}"#

  @Test("The patch between equal documents is empty")
  func same() throws {
    #expect(try patch(#"{"a":[1]}"#, #"{"a":[1]}"#) == "[]")
    #expect(try patch(#"{"a":1,"b":"\u0041"}"#, #"{ "b" : "A", "a" : 1 }"#) == "[]")
  }

  @Test("Popping, pushing and changing a screen take one patch operation each")
  func stacks() throws {
    let five = stack((0..<5).map { ($0, screen) })
    #expect(
      try patch(five, stack((0..<4).map { ($0, screen) }))
        == #"[{"op":"remove","path":"/path/4"}]"#)
    #expect(
      try patch(five, stack([0, 1, 3, 4].map { ($0, screen) }))
        == #"[{"op":"remove","path":"/path/2"}]"#)
    #expect(
      try patch(five, stack((0..<6).map { ($0, screen) }), at: "/state")
        == #"[{"op":"add","path":"/state/path/5","value":{"id":5,"state":\#(screen)}}]"#)
    var counted = (0..<5).map { ($0, screen) }
    counted[2].1 = screen.replacing("3", with: "4")
    #expect(
      try patch(five, stack(counted))
        == #"[{"op":"replace","path":"/path/2/state/counter/count","value":4}]"#)
    counted[2] = (9, screen)
    #expect(
      try patch(five, stack(counted))
        == #"[{"op":"replace","path":"/path/2","value":{"id":9,"state":\#(screen)}}]"#)
  }

  @Test("Elements of arrays without ids are matched by their contents")
  func arrays() throws {
    #expect(
      try patch("[10000,20000,30000,40000]", "[10000,30000,40000,50000]")
        == #"[{"op":"replace","path":"","value":[10000,30000,40000,50000]}]"#)
    let words = (0..<20).map { #""word number \#($0)""# }
    let old = "[\(words.joined(separator: ","))]"
    let new =
      "[\((words[0..<7] + words[8..<12] + [#""new""#] + words[12...]).joined(separator: ","))]"
    #expect(
      try patch(old, new)
        == #"[{"op":"remove","path":"/7"},{"op":"add","path":"/11","value":"new"}]"#)
  }

  @Test("A patch for reordered screens writes as few screens as possible")
  func permutations() throws {
    // Long enough that replacing the whole stack is never shorter.
    let screen = #""\#(String(repeating: "a long text ", count: 100))""#
    let indices = Array(0..<5)
    let old = stack(indices.map { ($0, screen) })
    for order in Self.permutations(indices) {
      let patch = try patch(old, stack(order.map { ($0, screen) }))
      let written = patch.components(separatedBy: screen).count - 1
      #expect(written == indices.count - Self.longestRun(order), "\(order): \(patch)")
    }
  }

  private static func permutations(_ elements: [Int]) -> [[Int]] {
    if elements.isEmpty { return [[]] }
    return elements.flatMap { first in
      permutations(elements.filter { $0 != first }).map { [first] + $0 }
    }
  }

  /// Returns the length of the longest ascending subsequence, by trying all of them.
  private static func longestRun(_ elements: [Int]) -> Int {
    (0..<1 << elements.count).map { choice in
      let chosen = elements.indices.filter { choice >> $0 & 1 == 1 }.map { elements[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? chosen.count : 0
    }.max() ?? 0
  }

  @Test("A patch escapes names in JSON Pointers, and pointers in JSON")
  func escapes() throws {
    #expect(
      try patch(#"{"a/b~c\"":1,"long":"long"}"#, #"{"a/b~c\"":2,"long":"long"}"#)
        == #"[{"op":"replace","path":"/a~1b~0c\"","value":2}]"#)
  }

  @Test("A patch that would be longer than the document replaces it")
  func replacement() throws {
    #expect(
      try patch(#"{"a":1,"b":2,"c":3}"#, #"{"d":1}"#, at: "/state")
        == #"[{"op":"replace","path":"/state","value":{"d":1}}]"#)
    #expect(
      try patch(
        #"{"much":"longer than the rest","x":[1,2,3]}"#, #"{"much":"longer than the rest","x":[]}"#)
        == #"[{"op":"replace","path":"/x","value":[]}]"#)
  }

  @Test("A patch replaces an object if removing a long name would be longer")
  func longName() throws {
    let name = String(repeating: "n", count: 100)
    #expect(try patch(#"{"\#(name)":1}"#, "{}") == #"[{"op":"replace","path":"","value":{}}]"#)
  }

  @Test("A value's least size is that of its text, unless characters have to be escaped")
  func leastSize() throws {
    var numbers = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let json = RandomDocument(depth: 3, &numbers).json
      let document = try Array(json.utf8).withUnsafeBufferPointer {
        try JSONDocument($0, limits: JSONLimits())
      }
      for index in 0..<document.entryCount {
        var text: [UInt8] = []
        document.write(index, to: &text)
        let size = document.leastSize(of: index, upTo: .max, gaps: nil)
        let hasEscapes = text.contains(UInt8(ascii: "\\"))
        #expect(hasEscapes ? size <= text.count : size == text.count, "\(index) of \(json)")
        // The count stops early.
        #expect(document.leastSize(of: index, upTo: size - 1, gaps: nil) == size)
      }
    }
  }

  @Test("JSONPatch refuses documents that are not JSON")
  func malformed() {
    #expect(throws: JSONSyntaxError.self) { try patch("{", "{}") }
    #expect(throws: JSONSyntaxError.self) { try patch("{}", #"{"a":1,"a":2}"#) }
  }

  @Test("A patch can be made between documents of the maximum depth")
  func deep() throws {
    let open = String(repeating: "[", count: 511)
    let close = String(repeating: "]", count: 511)
    #expect(try patch(open + "1" + close, open + "2" + close).hasPrefix("["))
  }

  @Test(
    "An independent implementation applies random patches with the expected result",
    arguments: 0..<4)
  func random(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var cases: [PatchJudge.Case] = []
    for _ in 0..<60 * Soak.factor {
      var old = RandomDocument(depth: 4, &numbers)
      for _ in 0..<4 {
        var new = old
        for _ in 0..<Int.random(in: 1...4, using: &numbers) { new = new.changed(&numbers) }
        if Int.random(in: 0..<20, using: &numbers) == 0 { new = RandomDocument(depth: 4, &numbers) }
        let patch = try patch(old.json, new.json)
        let whole = #"[{"op":"replace","path":"","value":\#(new.json)}]"#
        #expect(patch.utf8.count <= whole.utf8.count, "\(old.json) to \(new.json): \(patch)")
        cases.append(.init(old: old.json, patch: patch, new: new.json))
        old = new
      }
    }
    for (item, complaint) in zip(cases, try PatchJudge.judge(cases)) {
      if let complaint {
        Issue.record("\(item.old) to \(item.new): \(item.patch) \(complaint)")
      }
    }
  }
}

/// The factor by which the number of cases is multiplied; `make soak` sets it.
private enum Soak {
  static let factor = ProcessInfo.processInfo.environment["BACKSTACK_SOAK"].flatMap { Int($0) } ?? 1
}
