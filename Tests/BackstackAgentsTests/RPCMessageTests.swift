import BackstackCoding
import Testing

@testable import BackstackAgents

@Suite("Messages of JSON-RPC")
struct RPCMessageTests {
  private func code(_ text: String) -> RPCError.Code? {
    do throws(RPCError) {
      _ = try RPCMessage(Array(text.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  @Test("A request has an id, a notification none")
  func kinds() throws {
    let request = try RPCMessage(
      Array(#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"x":1}}"#.utf8))
    #expect(request.id == "a")
    #expect(request.method == "ping")
    #expect(request.params == ["x": 1])
    let notification = try RPCMessage(Array(#"{"jsonrpc":"2.0","method":"ping"}"#.utf8))
    #expect(notification.id == nil)
    #expect(notification.params == [:])
  }

  @Test(
    "An id is a text or an integer",
    arguments: [
      ("1", true), ("-7", true), (#""""#, true), ("9223372036854775807", true),
      ("9223372036854775808", false), ("1.5", false), ("1e3", false), ("null", false),
      ("true", false), ("[]", false), ("{}", false),
    ])
  func ids(id: String, isAllowed: Bool) {
    let found = code(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
    #expect(found == (isAllowed ? nil : .invalidRequest))
  }

  @Test(
    "Anything but one message is refused",
    arguments: [
      ("", RPCError.Code.parseError), ("{", .parseError), ("{}{}", .parseError),
      ("\u{0}", .parseError), ("[]", .invalidRequest), ("1", .invalidRequest),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, .invalidRequest),
      (#"{"id":1,"method":"ping"}"#, .invalidRequest),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":1,"method":7}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, .invalidRequest),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, .invalidParams),
    ])
  func others(text: String, expected: RPCError.Code) {
    #expect(code(text) == expected)
  }

  @Test("JSON that is too deep, or has too many elements, is refused")
  func limits() {
    let many = "[0" + String(repeating: ",0", count: 100_000) + "]"
    #expect(
      code(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"# + many + "}}") == .parseError)
    let deep = String(repeating: "[", count: 100_000)
    #expect(code(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"# + deep) == .parseError)
  }
}
