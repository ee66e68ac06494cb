import BackstackCoding
import BackstackHTTP
import Testing

@testable import BackstackService
@testable import BackstackSessions

// What generated requests get is compared with the contract by `ContractJudgeTests`.
@Suite("The contract of the inspector")
struct InspectorContractTests {
  private static let key = "0123456789abcdef"

  private let service = ErrandService { configuration in
    configuration.inspector = InspectorConfiguration(mode: .full, key: key)
  }

  private func routes(_ configuration: InspectorConfiguration) -> InspectorRoutes {
    InspectorRoutes(configuration, of: service.client.service)
  }

  private func document(_ mode: InspectorConfiguration.Mode = .full) throws -> JSONLiteral {
    let routes = routes(InspectorConfiguration(mode: mode, key: Self.key))
    return try JSONLiteral(decoding: Array(routes.openAPI.json.utf8))
  }

  /// Sends a request, and returns its response and whether the contract describes its status for
  /// the operation.
  private func ask(
    _ method: HTTPMethod, _ pattern: String, id: String = "0", _ content: String? = nil,
    host: String = "127.0.0.1", key: String? = Self.key, fields more: [(HTTPFieldName, String)] = []
  ) async throws -> (answer: ServiceClient.Answer, isDescribed: Bool) {
    var fields: [(HTTPFieldName, String)] = [(.host, host)] + more
    if let key { fields.append((.authorization, "Bearer \(key)")) }
    let path = pattern.replacing("{id}", with: id).replacing("{file}", with: id)
    let answer = await service.client.administrator.send(method, path, content, fields)
    let name = method == .head ? "get" : method.rawValue.lowercased()
    let responses = try document()["paths"]?[pattern]?[name]?["responses"]
    return (answer, responses?["\(answer.status)"] != nil)
  }

  @Test("It describes exactly the operations that there are", arguments: [true, false])
  func operations(isFull: Bool) throws {
    let routes = routes(InspectorConfiguration(mode: isFull ? .full : .read, key: Self.key)).all
    let paths = try #require(try document(isFull ? .full : .read)["paths"])
    guard case .object(let members) = paths else { return #expect(Bool(false)) }
    let described = members.flatMap { path -> [String] in
      guard case .object(let operations) = path.value else { return [] }
      return operations.map(\.name).filter { $0 != "parameters" }.map { "\($0) \(path.name)" }
    }
    let offered = routes.filter { $0.operation != nil }.map {
      "\($0.http.method.rawValue.lowercased()) \($0.http.pattern)"
    }
    #expect(described.sorted() == offered.sorted())
    #expect(described.contains("post /inspector/api/sessions") == isFull)
    #expect(described.contains("get /inspector/openapi.yaml"))
  }

  @Test("It refers only to what it has, and has only what it refers to")
  func components() throws {
    let document = try document()
    var referenced: Set<String> = []
    func collect(_ literal: JSONLiteral) {
      switch literal {
      case .array(let elements): elements.forEach(collect)
      case .object(let members):
        for member in members {
          if case .string(let text) = member.value, text.hasPrefix("#/components/") {
            referenced.insert(text)
          }
          collect(member.value)
        }
      default: break
      }
    }
    collect(document)
    var there: Set<String> = []
    for kind in ["parameters", "headers", "responses", "schemas"] {
      guard case .object(let members) = document["components"]?[kind] else { continue }
      there.formUnion(members.map { "#/components/\(kind)/\($0.name)" })
    }
    #expect(referenced.subtracting(there) == [])
    #expect(there.subtracting(referenced) == [])
    #expect(!document.json.contains("readEvents") && !document.json.contains("readPath"))
  }

  @Test("It is served without the key, but not for other hosts")
  func served() async throws {
    let (answer, _) = try await ask(.get, "/inspector/openapi.yaml", key: nil)
    #expect(answer.status == 200 && answer.fields[.contentType] == "application/yaml")
    #expect(answer.text == routes(InspectorConfiguration(mode: .full, key: Self.key)).openAPI.yaml)
    let other = try await ask(.get, "/inspector/openapi.yaml", host: "evil.example", key: nil)
    #expect(other.answer.status == 421 && other.isDescribed)
  }

  @Test("What the guard refuses is described for each operation of the interface")
  func refusals() async throws {
    let all = routes(InspectorConfiguration(mode: .full, key: Self.key)).all
    for route in all.filter({ $0.operation != nil }).map(\.http) {
      let other = try await ask(route.method, route.pattern, host: "evil.example")
      #expect(other.answer.status == 421 && other.isDescribed, "\(route.pattern)")
      guard route.pattern.hasPrefix(InspectorRoutes.api) else { continue }
      let keyless = try await ask(route.method, route.pattern, key: nil)
      #expect(keyless.answer.status == 401 && keyless.isDescribed, "\(route.pattern)")
      let foreign = try await ask(
        route.method, route.pattern, fields: [(.origin, "http://evil.example")])
      #expect(foreign.answer.status == 403 && foreign.isDescribed, "\(route.pattern)")
    }
  }

  @Test("Methods, media types, conditions and unknown names get what it says")
  func details() async throws {
    let session = String(await service.create().dropFirst("/sessions/".count))
    let folder = InspectorRoutes.api
    for (method, pattern, content, fields, status) in [
      (HTTPMethod.head, folder + "server", nil, [], 200),
      (.get, folder + "server", nil, [(.accept, "text/html")], 406),
      (.get, folder + "sessions", nil, [(.accept, "text/html")], 406),
      (.get, folder + "sessions/{id}/effects", nil, [(.accept, "text/html")], 406),
      (.get, folder + "sessions/{id}", nil, [(.ifNoneMatch, "\"0\"")], 304),
      (.get, folder + "sessions/{id}/effects", nil, [], 200),
      (.post, folder + "sessions/{id}/actions", "\"nothing\"", [], 422),
      (.get, folder + "stored", nil, [], 404),
    ] as [(HTTPMethod, String, String?, [(HTTPFieldName, String)], Int)] {
      let (answer, isDescribed) = try await ask(
        method, pattern, id: session, content, fields: fields)
      #expect(answer.status == status && isDescribed, "\(method) \(pattern): \(answer.status)")
    }
    for pattern in [
      folder + "sessions/{id}", folder + "sessions/{id}/effects", folder + "sessions/{id}/test",
      folder + "stored/{id}",
    ] {
      let unknown = try await ask(.get, pattern, id: String(repeating: "0", count: 32))
      #expect(unknown.answer.status == 404 && unknown.isDescribed, "\(pattern)")
    }
    // As the introduction says, for all paths.
    let wrong = try await ask(.post, folder + "server", "{}")
    #expect(wrong.answer.status == 405)
    #expect(wrong.answer.fields[.allow]?.contains("GET") == true)
  }
}
