import BackstackTestSupport
import Testing

@Suite("The contract", .endsAtFailure)
struct ContractTests {
  /// A path of the contract and the methods it describes, in upper case.
  struct Path: Sendable, CustomTestStringConvertible {
    let pattern: String
    var methods: Set<String> = []

    var testDescription: String { pattern }

    /// The path with ids that do not exist.
    var example: String {
      pattern.split(separator: "/", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("{") ? "none" : String($0) }.joined(separator: "/")
    }
  }

  /// Returns the paths of the document, which are indented by two, with their methods, indented by
  /// four.
  private static func paths(_ document: String) -> [Path] {
    let names: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
    var paths: [Path] = []
    let lines = document.split(separator: "\n").drop { $0 != "paths:" }.dropFirst()
    for line in lines.prefix(while: { $0.hasPrefix(" ") }) {
      let text = line.drop { $0 == " " }
      guard text.hasSuffix(":") else { continue }
      switch line.count - text.count {
      case 2: paths.append(Path(pattern: String(text.dropLast())))
      case 4 where names.contains(String(text.dropLast())):
        paths[paths.count - 1].methods.insert(text.dropLast().uppercased())
      default: break
      }
    }
    return paths
  }

  @Test("The served contract is the committed one")
  func document() async throws {
    let answer = try await TestServer.demo.get().makeClient().get("/openapi.yaml")
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "application/yaml")
    #expect(
      try answer.text == PackageFile.text("openapi.yaml"),
      "openapi.yaml is out of date; write it with `make openapi`.")
  }

  @Test("The server supports every operation of the contract")
  func operations() async throws {
    let client = try TestServer.demo.get().makeClient()
    let paths = Self.paths(try PackageFile.text("openapi.yaml"))
    #expect(paths.count >= 6)
    for path in paths {
      for method in path.methods {
        let answer = try await client.send(method, path.example)
        #expect(answer.status != 405, "\(method) \(path.pattern)")
        if answer.status == 404 {
          #expect(
            try answer.json["type"] != "/problems/not-found", "\(method) \(path.pattern)")
        }
      }
    }
  }

  @Test("The server supports no operation that the contract does not describe")
  func nothingElse() async throws {
    let client = try TestServer.demo.get().makeClient()
    let paths = Self.paths(try PackageFile.text("openapi.yaml"))
    var all: Set = ["OPTIONS"]
    for path in paths {
      let answer = try await client.send("OPTIONS", path.example)
      #expect(answer.status == 204)
      let methods = path.methods.union(
        path.methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"])
      #expect(allowed(by: answer) == methods, "\(path.pattern)")
      all.formUnion(methods)
    }
    #expect(allowed(by: try await client.send("OPTIONS", "/*")) == all)
  }

  private func allowed(by answer: Answer) -> Set<String> {
    Set((answer.fields["allow"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } })
  }
}
