import Backstack
import Foundation
import Testing

@Suite("Case paths as text")
struct CasePathTextTests {
  @Test("A case path in text form names an action at any depth")
  func naming() {
    #expect(
      Stack.Action(casePath: "path[3].counter.increment")
        == .path(.element(id: 3, action: .counter(.increment))))
    #expect(
      Stack.Action(casePath: "path[0].sheet.destination.dismiss")
        == .path(.element(id: 0, action: .sheet(.destination(.dismiss)))))
    #expect(
      Sheet.Action(casePath: "destination.presented.counter.increment")
        == .destination(.presented(.counter(.increment))))
    #expect(
      Sheet.Action(casePath: "destination.counter.increment")
        == .destination(.presented(.counter(.increment))))
  }

  @Test("A case path decodes the payload of its case")
  func payload() throws {
    struct Payload: Decodable {
      let action: Stack.Action?
      init(from decoder: any Decoder) throws {
        action = try Stack.Action.casePath("path.popFrom")?.embed(decodingFrom: decoder)
      }
    }
    let decoded = try JSONDecoder().decode(Payload.self, from: Data("4".utf8))
    #expect(decoded.action == .path(.popFrom(id: 4)))
    #expect(Stack.Action(casePath: "path.popFrom") == nil)
    let path = try #require(Stack.Action.casePath("path[1].counter"))
    #expect(path.matches(.path(.element(id: 1, action: .counter(.increment)))))
    #expect(!path.matches(.path(.element(id: 2, action: .counter(.increment)))))
  }

  @Test(
    "A text that is not a valid case path gives nil",
    arguments: [
      "", ".", "path", "path.", ".path", "path[", "path[]", "path[x].counter", "path[1]counter",
      "[0].counter", "path[0].nope", "nope", "path[0].counter.increment.more", "path[0][1]",
      "path[-1].counter.increment", "path[+1].counter.increment", "path[00].counter.increment",
      "path[9007199254740993].counter.increment",
    ])
  func nonsense(text: String) {
    #expect(Stack.Action(casePath: text) == nil)
  }

  @Test("The id of a row is parsed as the type of the list's ids")
  func rows() {
    #expect(
      TextRows.Action(casePath: "rows[b].tap") == .rows(.element(id: "b", action: .tap)))
    #expect(
      TextRows.Action(casePath: "numbers[-1].tap") == .numbers(.element(id: -1, action: .tap)))
    #expect(TextRows.Action(casePath: "numbers[+1].tap") == nil)
    #expect(TextRows.Action(casePath: "numbers[01].tap") == nil)
  }
}

private enum TextRows {
  @CasePathable
  enum Action: Equatable {
    case rows(IdentifiedAction<String, Row>)
    case numbers(IdentifiedAction<Int, Row>)
  }

  @CasePathable
  enum Row: Equatable {
    case tap
  }
}
