import Foundation
import Testing

@testable import BackstackClient

@Suite("The wire cases of all clients")
struct WireTests {
  @Test("A conversation", arguments: WireCases.all.sessions)
  func conversation(_ one: WireCases.SessionCase) throws {
    var script = Script()
    if one.opening != false { try script.run(WireCases.all.opening) }
    try script.run(one.steps)
  }

  @Test("A conversation over a socket", arguments: WireCases.all.sockets)
  func socket(_ one: WireCases.SessionCase) throws {
    var script = Script(hasSockets: true)
    try script.run(WireCases.all.socketOpening + one.steps)
  }

  @Test("A patch has its result, or changes nothing", arguments: WireCases.all.patches)
  func patch(_ one: WireCases.PatchCase) throws {
    var document = one.document
    if let result = one.result {
      try document.apply(one.patch)
      #expect(document == result)
    } else {
      #expect(throws: PatchError.self) { try document.apply(one.patch) }
      #expect(document == one.document)
    }
  }

  @Test("A control of a screen sends its action", arguments: WireCases.all.screens)
  func control(_ one: JSONValue) throws {
    var json = one["level"]?.objectValue ?? [:]
    json["id"] = "root"
    let level = try #require(ScreenLevel(.object(json)))
    let node = ScreenNode(one["node"] ?? .null)
    let action = level.action(
      of: node, one["member"]?.stringValue ?? "send", value: one["value"],
      fields: one["fields"]?.objectValue)
    #expect(action == one["action"])
  }

  @Test("Two people's changes of a text are merged", arguments: WireCases.all.merges)
  func merge(_ one: WireCases.Merge) {
    #expect(merging(one.mine, one.theirs, from: one.base) == one.both)
  }

  @Test("Events are the same in whatever parts they come", arguments: WireCases.all.events)
  func events(_ one: WireCases.EventCase) {
    let bytes = Data(one.text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var parser = EventParser()
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(parts.flatMap { parser.receive($0) } == one.events)
      }
    }
  }
}
