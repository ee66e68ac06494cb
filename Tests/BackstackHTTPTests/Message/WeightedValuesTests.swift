import Testing

@testable import BackstackHTTP

@Suite("Weighted values")
struct WeightedValuesTests {
  private func read(_ value: String, in fields: [String]) -> Double? {
    var all = HTTPFields()
    all.append(.accept, "a/b;q=0.1")
    for field in fields { all.append("Accept-Language", field) }
    return all.weight(of: value, in: "Accept-Language")
  }

  @Test(
    "A value has its weight, or 1",
    arguments: [
      ("a/b", 1), ("A/B;Q=0.5", 0.5), ("a / b ; q=0", 0), ("x, a/b;q=0.25, y", 0.25),
      ("a/b;q=0.5, a/b;q=1", 0.5), ("a/b;level=1;q=0.5", 0.5), ("a/b;q=7", 1), ("a/b;q=", 1),
      ("a/b;q=-1", 1), ("a/b;q=nan", 1), ("a/b;q=0x0", 1), ("a/b;q=0e9", 1), ("a/b;q=.5", 0.5),
      (#"a/b;t="x,y;q=0\";";q=0.5"#, 0.5), (#"x;t=",", a/b"#, 1), (#"a/b;t="q=0"#, 1),
    ])
  func weight(_ field: String, _ weight: Double) {
    #expect(read("a/b", in: [field]) == weight)
  }

  @Test(
    "A value that is not in a field has no weight",
    arguments: ["", ",", ";q=1", "a/*", "a/b/c", #"x;t=",a/b,""#, #"x;t=",a/b,\"#])
  func none(_ field: String) {
    #expect(read("a/b", in: [field]) == nil)
    #expect(read("", in: [field]) == nil)
  }

  @Test(
    "The most wanted value is the first of those with the highest weight that mean something",
    arguments: [
      (["de"], "de"), (["en;q=0.5, DE-at, fr"], "de-at"), (["en;q=0.5", "de;q=0.7"], "de"),
      (["*, xx, en;q=0.1"], "en"), (["de;q=0, en;q=0.001"], "en"), (["de;q=0"], nil), ([""], nil),
      ([",, ,de"], "de"), ([], nil), (["de;q=9, en"], "de"),
    ] as [([String], String?)])
  func mostWanted(_ values: [String], _ wanted: String?) {
    var fields: HTTPFields = ["Accept": "fr"]
    for value in values { fields.append("Accept-Language", value) }
    let found = fields.mostWanted(in: .acceptLanguage) { ["*", "xx", ""].contains($0) ? nil : $0 }
    #expect(found == wanted)
  }

  @Test("Several fields are one list")
  func fields() {
    let fields = ["a;q=0.5", "b;q=0"]
    #expect(read("a", in: fields) == 0.5 && read("b", in: fields) == 0)
    #expect(read("a", in: []) == nil)
  }

  @Test(
    "A list of commas and blanks has no elements",
    arguments: [
      ([], false), ([""], false), ([" ,\t,"], false), (["", ","], false), (["*"], true),
      (["", "a"], true), ([", a"], true),
    ] as [([String], Bool)])
  func elements(_ values: [String], _ hasElements: Bool) {
    var fields: HTTPFields = ["Accept-Language": "de"]
    for value in values { fields.append("Accept", value) }
    #expect(fields.hasElements(in: "Accept") == hasElements)
  }
}
