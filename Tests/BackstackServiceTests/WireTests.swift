import BackstackCoding
import BackstackHTTP
import FoundationEssentials
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

@Suite("Wire formats")
struct WireTests {
  @Test("Strings are escaped as RFC 8259 requires")
  func escaping() throws {
    let text = "a\"b\\c\n\u{1}\u{1F}/é😀\u{2028}"
    var json = JSONWriter()
    json.beginArray()
    json.value(text)
    json.value(-3)
    json.endArray()
    struct Pair: Decodable {
      let text: String
      let number: Int
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        text = try container.decode(String.self)
        number = try container.decode(Int.self)
      }
    }
    let pair = try JSONDecoder().decode(Pair.self, from: Data(json.bytes))
    #expect(pair.text == text)
    #expect(pair.number == -3)
  }

  @Test("JSON pointers escape as RFC 6901 requires and count array elements")
  func pointers() {
    enum Key: String, CodingKey {
      case a = "a/b"
      case tilde = "~"
      case plain
    }
    struct Index: CodingKey {
      let intValue: Int?
      var stringValue: String { "Index \(intValue ?? 0)" }
      init(intValue: Int) { self.intValue = intValue }
      init?(stringValue: String) { nil }
    }
    let pointer = JSONPointer([Key.a, Index(intValue: 2), Key.tilde, Key.plain])
    #expect(pointer.text == "/a~1b/2/~0/plain")
    #expect(JSONPointer([]).text == "")
  }

  @Test("The contract describes every route but files for browsers, and nothing else")
  func contract() {
    let service = SessionService(features: demoFeatures, configuration: ServiceConfiguration())
    let files = service.routes.filter { $0.operation == nil }
    #expect(
      files.allSatisfy {
        $0.http.pattern.hasPrefix("/app") || $0.http.pattern.hasPrefix("/client/")
      })
    let routes = service.routes.filter { $0.operation != nil }
    let routed = Set(routes.map { "\($0.http.method.rawValue) \($0.http.pattern)" })
    var described: Set<String> = []
    var tagged = 0
    var path = ""
    let lines = service.openAPI.yaml.split(separator: "\n")
    for line in lines.drop(while: { $0 != "paths:" }).dropFirst().prefix(while: {
      $0 != "components:"
    }) {
      if let match = line.wholeMatch(of: /\ \ (\/.*):/) { path = String(match.1) }
      if let match = line.wholeMatch(of: /\ {4}(get|put|post|patch|delete):/) {
        described.insert("\(match.1.uppercased()) \(path)")
      }
      if line.hasPrefix("      tags: [") { tagged += 1 }
    }
    #expect(described == routed)
    #expect(tagged == described.count)
    #expect(routed.count == routes.count)
    #expect(files.count == 5)
  }

  @Test("The committed contract is that of the demo server")
  func committedContract() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let committed = try String(contentsOf: root.appending(path: "openapi.yaml"), encoding: .utf8)
    #expect(
      committed == BackstackServer.openAPIDocument(features: demoFeatures),
      "Run `make openapi` and commit the result.")
  }

  @Test("A case has the style of its pointer before that of its name, and else that of its kind")
  func styles() async {
    let client = ServiceClient([
      Feature(
        "inventory", initialState: Inventory.State(),
        presentationStyles: [
          "addItem": .popover, "editItem": .push, "/destination/addItem": .sheet,
        ]
      ) {
        Inventory()
      }
    ])
    let answer = await client.send(.get, "/features/inventory").text
    #expect(answer.contains(#""presentationStyles":{"addItem":"popover","editItem":"push"}"#))
    let cases =
      #"{"addItem":"sheet","duplicateItem":"sheet","editItem":"push","alert":"alert"}"#
    #expect(answer.contains(#""action":true,"cases":\#(cases)}"#))
  }

  @Test("GET /features lists the hosted features")
  func features() async {
    let answer = await ServiceClient().send(.get, "/features")
    #expect(
      answer.contains(
        #"{"name":"counters","links":true,"presentationStyles":{"counter":"push"},"navigation":[{"#)
    )
    #expect(answer.contains(#""name":"inventory","links":false"#))
  }

  @Test("A request without a route gets a problem document")
  func strayRequests() async {
    let client = ServiceClient()
    let unknown = await client.send(.get, "/nothing")
    #expect(unknown.status == 404)
    #expect(unknown.problem == "not-found")
    let wrongMethod = await client.send(.put, "/sessions")
    #expect(wrongMethod.status == 405)
    #expect(wrongMethod.fields[.allow] == "GET, HEAD, OPTIONS, POST")
    #expect(wrongMethod.problem == "method-not-allowed")
    let head = await client.send(.head, "/healthz")
    #expect(head.status == 200)
  }
}
