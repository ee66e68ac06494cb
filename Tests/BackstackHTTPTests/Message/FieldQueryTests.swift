import Testing

@testable import BackstackHTTP

@Suite("Queries of fields")
struct FieldQueryTests {
  @Test("Fields are empty until one is added")
  func emptiness() {
    var fields = HTTPFields()
    #expect(fields.isEmpty)
    fields.append(.accept, "a/b")
    #expect(!fields.isEmpty)
  }

  @Test("A member of a list is found in any of its fields, and only there")
  func lists() {
    var fields = HTTPFields()
    #expect(!fields.listContains(.connection, "close"))
    fields.append(.connection, "upgrade, closed")
    #expect(!fields.listContains(.connection, "close"))
    fields.append(.connection, "x, Close")
    #expect(fields.listContains(.connection, "close"))
    #expect(!fields.listContains(.accept, "close"))
  }
}
