import BackstackTestSupport
import Testing

@testable import BackstackCoding

@Suite("Changes of one scalar")
struct ScalarChangeTests {
  /// Returns the patch of a change of one scalar; `nil` if it is another change.
  private func quick(_ old: String, _ new: String) -> String? {
    var patch = JSONPatchWriter(pointer: Array("/a".utf8))
    guard patch.writeScalarChange(from: Array(old.utf8), to: Array(new.utf8)) else { return nil }
    // The pointer is where it was.
    patch.append(.remove)
    return String(decoding: patch.finish(), as: UTF8.self)
  }

  private func complete(_ old: String, _ new: String) throws -> String {
    var patch = JSONPatchWriter(pointer: Array("/a".utf8))
    try patch.compare(Array(old.utf8), with: Array(new.utf8))
    patch.append(.remove)
    return String(decoding: patch.finish(), as: UTF8.self)
  }

  @Test(
    "A string, number or literal is replaced, as by a complete comparison",
    arguments: [
      (#"{"b":{"c":0,"d":true}}"#, #"{"b":{"c":-1,"d":true}}"#),
      (#"{"b":{"c":1}}"#, #"{"b":{"c":12}}"#), (#"{"b":{"c":12}}"#, #"{"b":{"c":1}}"#),
      (#"{"b":12,"c":2}"#, #"{"b":1,"c":2}"#), (#"{"b":"x","c":2}"#, #"{"b":"xy","c":2}"#),
      (#"{"b":"xy"}"#, #"{"b":"x"}"#), (#"{"b":""}"#, #"{"b":"ü"}"#),
      (#"{"b":null}"#, #"{"b":"null"}"#), (#"{"b":true}"#, #"{"b":false}"#),
      (#"{"b":1}"#, #"{"b":"1"}"#), (#"{"b":[1,{"c":2}],"d":3}"#, #"{"b":[1,{"c":2}],"d":4}"#),
      (#"{"b":"a/b\"","d":{"e":1}}"#, #"{"b":"a/b\"","d":{"e":2}}"#), ("1", "2"),
      (#""x""#, #""y""#), (#"{"":{"":1}}"#, #"{"":{"":2}}"#), ("[1]", "[2]"),
      (#"{"b":[1,2]}"#, #"{"b":[1,3]}"#), (#"[[],[0,[1,{"c":2}]],3]"#, #"[[],[0,[1,{"c":4}]],3]"#),
      (#"[{"id":1,"b":2},{"id":3,"b":4}]"#, #"[{"id":1,"b":2},{"id":3,"b":5}]"#),
      (#"{"id":1,"b":[]}"#, #"{"id":2,"b":[]}"#), (#"[1,1,2]"#, #"[1,2,2]"#),
      (#"[{"b":{"id":1}}]"#, #"[{"b":{"id":2}}]"#),
    ])
  func scalar(old: String, new: String) throws {
    let quick = quick(old, new)
    #expect(try quick == complete(old, new))
  }

  @Test(
    "Other changes are left to the complete comparison",
    arguments: [
      (#"{"b":1}"#, #"{"b":1}"#), (#"{"b":1}"#, #"{"c":1}"#), (#"{"b":1}"#, #"{"b":1,"c":2}"#),
      (#"{"b":1,"c":2}"#, #"{"b":2,"c":3}"#), ("1,2", "1,3"),
      (#"[0,{"id":{"b":1}}]"#, #"[0,{"id":{"b":2}}]"#),
      (#"{"b":[{"id":1}]}"#, #"{"b":[{"id":2}]}"#), (#"{"b":{}}"#, #"{"b":1}"#),
      (#"{"b":1}"#, #"{"b":{}}"#), (#"{"b":1}"#, #"{"b":[1]}"#), (#"{"b":"x"}"#, #"{"b":"x\n"}"#),
      (#"{"b/c":1}"#, #"{"b/c":2}"#), (#"{"b~c":1}"#, #"{"b~c":2}"#),
      (#"{"b":1,"b":2}"#, #"{"b":5,"b":2}"#), (#"{"b":1,"b":2}"#, #"{"b":1,"b":5}"#),
      (#"{"b":{"c":1},"b":{}}"#, #"{"b":{"c":2},"b":{}}"#), (#"{"":1,"":2}"#, #"{"":3,"":2}"#),
      (#"{"b":"a/b"}"#, #"{"b":"a/c"}"#), (#"{"b":"\n"}"#, #"{"b":"x"}"#),
      (#"{"b":1}"#, #"{"b":1"#), ("", "1"), ("{}", "[]"), (#"{"b":1}"#, #"{"bc":1}"#),
    ])
  func other(old: String, new: String) {
    #expect(quick(old, new) == nil)
  }

  @Test("At random, a quick patch is the one of a complete comparison", arguments: 0..<4)
  func random(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var count = 0
    for _ in 0..<2_000 {
      let old = RandomDocument(depth: 4, &numbers)
      let new = old.changed(&numbers)
      guard let quick = quick(old.json, new.json) else { continue }
      count += 1
      #expect(quick == (try complete(old.json, new.json)), "\(old.json) to \(new.json)")
    }
    #expect(count > 20)
  }

  @Test("Text that is no document is not read beyond its end")
  func malformed() {
    let text = #"{"b":{"c":"x"},"d":[true,-1.5e3]}"#
    for length in 0..<text.utf8.count {
      let cut = String(text.prefix(length))
      _ = quick(cut, text)
      _ = quick(text, cut)
      for byte in ["}", "]", "\"", "{", "[", ",", ":", "1", "\\"] {
        _ = quick(cut + byte, text)
        _ = quick(text, cut + byte)
        _ = quick(cut + byte + "1", cut + byte + "2")
      }
    }
    let deep = String(repeating: #"{"a":"#, count: 40)
    #expect(quick(deep + "1", deep + "2") == nil)
  }
}
