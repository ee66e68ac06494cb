import Testing

@testable import BackstackService

@Suite("Messages of a socket's client")
struct SocketCommandTests {
  @Test(
    "A message is read with blanks anywhere, its members in any order",
    arguments: [
      (#"{"id":7,"send":"add"}"#, SocketCommand.Kind.send(Array(#""add""#.utf8))),
      (
        " { \"send\" : [ \"}\\\"\" , { } ]\t, \"id\" :\n 7 } ",
        .send(Array(#"[ "}\"" , { } ]"#.utf8))
      ),
      (#"{"id":-7,"restore":5}"#, .restore(version: 5)), (#"{"read":true,"id":7}"#, .read),
      (#"{"id":7.0,"restore":5e1}"#, .restore(version: 50)),
      (#"{"id":7,"send":null}"#, .send(Array("null".utf8))),
    ])
  func reads(text: String, kind: SocketCommand.Kind) throws {
    let command = try #require(try SocketCommand(Array(text.utf8)))
    #expect(command.kind == kind && abs(command.id) == 7)
    #expect(command.condition == nil && command.key == nil && command.wait == nil)
  }

  @Test("A message has conditions, a key and a wait")
  func members() throws {
    let text = #"{"id":1,"if":12,"key":"a\u0062","wait":2,"send":{"path":[1,2]}}"#
    let command = try #require(try SocketCommand(Array(text.utf8)))
    #expect(command.condition == 12 && command.key == "ab" && command.wait == 2)
    #expect(command.kind == .send(Array(#"{"path":[1,2]}"#.utf8)))
  }

  @Test(
    "What is not an object with an id can't be answered",
    arguments: [
      "", " ", "7", "[]", "null", "\"id\"", "{", "{}", #"{"send":"add"}"#, #"{"id":"7"}"#,
      #"{"id":7.5}"#, #"{"id":}"#, #"{"id":7"#, #"{"id":7,}"#, #"{"id":7}x"#,
      #"{"id":7}{}"#, #"{"id":7,"send"}"#, #"{"id":7,"send":"add}"#, #"{"id":7,"send":"\"}"#,
      #"{"id":7,"id":8}"#, #"{"id":99999999999999999999}"#, #"{"id":7,"send":[}"#, #"{id:7}"#,
      #"{"id":-}"#, #"{"id":7 8}"#, "{\"id\":7,\"send\":\"\\",
      "{\"id\":7" + (0..<16).map { ",\"\($0)\":1" }.joined() + "}",
      #"{"id":07,"read":true}"#, #"{"id":7,"\#(String(repeating: "a", count: 65))":1}"#,
    ])
  func unreadable(text: String) throws {
    #expect(try SocketCommand(Array(text.utf8)) == nil)
  }

  @Test(
    "A message that asks for nothing that can be done is answered with its id",
    arguments: [
      #"{"id":7}"#, #"{"id":7,"send":1,"read":true}"#, #"{"id":7,"read":false}"#,
      #"{"id":7,"restore":-1}"#, #"{"id":7,"restore":"5"}"#, #"{"id":7,"send":1,"if":"12"}"#,
      #"{"id":7,"send":1,"wait":1.5}"#, #"{"id":7,"send":1,"key":5}"#,
      #"{"id":7,"send":1,"key":"\x"}"#, #"{"id":7,"send":1,"other":1}"#,
      #"{"id":7,"read":true,"if":0}"#, #"{"id":7,"restore":05}"#,
      #"{"id":7,"send":1,"key":"\#(String(repeating: "\u{301}", count: 301))"}"#,
    ])
  func refused(text: String) {
    let refusal = #expect(throws: SocketCommand.Refusal.self) {
      try SocketCommand(Array(text.utf8))
    }
    #expect(refusal?.id == 7 && refusal?.problem.kind == .invalidValue)
  }
}
