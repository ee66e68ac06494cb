import Backstack
import BackstackSessionsTestSupport
import Testing

@testable import BackstackSessions

@Suite("The cases of an action in the log line about a crash")
struct ActionCasesTests {
  private static let label = CrashLabel(
    name: "a \"feature\"",
    cases: [
      "path", "element", "popFrom", "counter", "increment", "sign", "destination", "presented",
      "save",
    ])

  private func cases(_ json: String, capacity: Int = 256) -> String {
    var json = json
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
      var text = CrashText(start: room.baseAddress!, capacity: room.count)
      json.withUTF8 { bytes in
        var cases = ActionCases(
          json: UnsafeRawBufferPointer(bytes), label: Self.label.header.text)
        cases.write(to: &text)
      }
      return String(decoding: text.bytes(from: 0), as: UTF8.self)
    }
  }

  @Test(
    "The case names of an action are found, and none of the client's data",
    arguments: [
      (#""increment""#, "increment"), (#"{"increment":{}}"#, "increment"),
      (#" { "increment" : { } } "#, "increment"),
      (
        #"{"path":{"element":{"id":0,"action":{"counter":"increment"}}}}"#,
        "path.element.counter.increment"
      ),
      (
        #"{"path":{"element":{"action":{"counter":{"increment":{}}},"id":0}}}"#,
        "path.element.counter.increment"
      ),
      (
        #"{"path":{"element":{"x":["}",{"path":1}],"y":"\"","action":{"counter":"increment"}}}}"#,
        "path.element.counter.increment"
      ),
      (#"{"path":{"popFrom":{"id":3}}}"#, "path.popFrom"),
      (#"{"destination":{"presented":{"save":"secret"}}}"#, "destination.presented.save"),
      (#"{"sign":{"name":"Ada"}}"#, "sign"), (#"{"sign":"Ada"}"#, "sign"),
      (#"{"password":"hunter2"}"#, ""), (#""hunter2""#, ""), (#""feature""#, ""),
      (#"{"path":{"element":{"id":0,"act"#, "path.element"), (#"{"path":{"ele"#, "path"),
      (#"{"path"#, ""), (#"{"path\"#, ""), ("", ""), ("{", ""), ("null", ""), ("[1]", ""),
      ("{}", ""), (#"{"path" 1}"#, ""), (#""""#, ""), ("\"\u{0}", ""),
    ])
  func finds(_ json: String, _ expected: String) {
    #expect(cases(json) == expected)
  }

  @Test("A truncated action yields a prefix of its case names")
  func cutOff() {
    let json = #"{"path":{"element":{"id":0,"action":{"counter":"increment"}}}}"#
    for count in 0...json.utf8.count {
      let found = cases(String(json.utf8.prefix(count))!)
      #expect("path.element.counter.increment".hasPrefix(found), "\(count)")
    }
    #expect(cases(json, capacity: 9) == "path.elem")
    let deep = String(repeating: #"{"path":"#, count: 10_000)
    #expect(cases(deep).hasPrefix("path.path.path"))
  }

  @Test("The label of a feature has all its case names, including server-only ones")
  func label() {
    let names = CrashLabel.cases(of: Errands.Action.self)
    #expect(
      names.isSuperset(of: [
        "add", "begin", "ended", "path", "element", "popFrom", "write", "waited",
      ]))
    #expect(!names.contains("id"))
    let text = String(decoding: Self.label.header.text, as: UTF8.self)
    #expect(text.hasPrefix("a \\\"feature\\\"\npath\n"))
    // Case names that would have to be escaped in the log line are omitted.
    let odd = CrashLabel(name: "odd", cases: ["a\"b", "a\\b", "a\nb", "a b", "ab"])
    #expect(String(decoding: odd.header.text, as: UTF8.self) == "odd\nab\n")
  }

  @Test("Numbers are written in full", arguments: [0, 7, 10, 99, -1, .max, .min])
  func numbers(_ number: Int) {
    let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { room in
      var text = CrashText(start: room.baseAddress!, capacity: room.count)
      text.append(decimal: number)
      return String(decoding: text.bytes(from: 0), as: UTF8.self)
    }
    #expect(text == "\(number)")
  }
}
