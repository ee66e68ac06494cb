import BackstackCoding
import BackstackPatchJudge
import Testing

/// Clients are tested with the responses and events of the table, so these have to be the service's.
@Suite("The table of all clients, with the service")
struct WireCasesTests {
  @Test("What a case lets the service send is what the service sends", arguments: WireCase.all)
  func session(_ wireCase: WireCase) async throws {
    var script = ServiceScript(wireCase)
    for step in wireCase.steps.indices { try await script.take(step) }
    #expect(script.comparisons > 0)
  }

  @Test("A patch of the table has its result, or does not fit", arguments: WireCase.patches)
  func applies(_ one: JSONLiteral) throws {
    var document = try #require(one["document"])
    let fits = one["patch"]?.list?.allSatisfy { document.apply($0) }
    #expect(fits == (one["misfit"] != true))
    if let result = one["result"] { #expect(document == result) }
  }

  @Test("Patches between the documents of the table have operations that clients know")
  func patches() throws {
    let cases = try WireCase.patches.compactMap { one -> PatchJudge.Case? in
      guard let old = one["document"]?.json, let new = one["result"]?.json else { return nil }
      let patch = try JSONPatch.make(from: Array(old.utf8), to: Array(new.utf8))
      return PatchJudge.Case(old: old, patch: String(decoding: patch, as: UTF8.self), new: new)
    }
    #expect(cases.count >= 10)
    for (one, complaint) in zip(cases, try PatchJudge.judge(cases)) {
      #expect(complaint == nil, "\(one)")
      for operation in try JSONLiteral(decoding: Array(one.patch.utf8)).list ?? [] {
        #expect(["add", "remove", "replace"].contains(operation["op"]?.string))
      }
    }
  }
}
