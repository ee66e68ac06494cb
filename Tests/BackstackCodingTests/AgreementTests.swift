import Backstack
import BackstackCoding
import BackstackTestSupport
import Foundation
import Testing

@Suite("Agreement with Foundation's coders")
struct AgreementTests {
  @Test("The extremes of all scalar types are encoded and decoded as by Foundation")
  func scalarsOfAllTypes() throws {
    try expectAgreement(on: Scalars())
    var zeros = Scalars()
    zeros.int = 0
    zeros.int128 = .max
    zeros.double = -0.0
    zeros.float = .greatestFiniteMagnitude
    try expectAgreement(on: zeros)
    try expectAgreement(on: [Double.leastNonzeroMagnitude, 0.1, -1e-7, 1e21, 123_456_789.125, .pi])
    try expectAgreement(on: [Float(0.1), 16_777_216, .leastNonzeroMagnitude, -3.4e38])
    try expectAgreement(on: [Int8.min, 0, .max])
    try expectAgreement(on: [UInt64.max, 0])
    try expectAgreement(on: [Int.min, .max, 999_999_999_999_999_999, 1_000_000_000_000_000_000])
  }

  @Test("A document can be a single scalar, as for Foundation") func fragmentsAreDocuments() throws
  {
    try expectAgreement(on: 1)
    try expectAgreement(on: "text")
    try expectAgreement(on: true)
    try expectAgreement(on: Int?.none)
    try expectAgreement(on: 1.5)
  }

  @Test("Nested and empty collections are coded as by Foundation")
  func collectionsNestAndMayBeEmpty() throws {
    try expectAgreement(on: [[[Int]]]([[], [[]], [[1], [2, 3]]]))
    try expectAgreement(on: [String: [Int]]())
    try expectAgreement(on: ["": [1], "b": [], "\"\\\n": [2]])
    try expectAgreement(on: [1: "one", -2: "two"])
    try expectAgreement(on: [Level.low: 1, .high: 2])
    try expectAgreement(on: [Plain.one: 1, .two: 2])
    try expectAgreement(on: [Int?]([1, nil, 3]))
    try expectAgreement(on: ["a": Int?.none, "b": 2])
    try expectAgreement(on: Set(["a", "b", "c"]))
    try expectAgreement(on: [[String: [String: Int]]]([["x": ["y": 1]], [:]]))
  }

  @Test("Enums are coded as by Foundation, with synthesized and custom coding")
  func enumsAreCodedAsTheirTypes() throws {
    try expectAgreement(on: Synthesized.nothing)
    try expectAgreement(
      on: Synthesized.nested(.nested(.labelled(name: "n", sizes: [1, nil]), .low), .high))
    try expectAgreement(on: [Plain.one, .two])
    try expectAgreement(on: [Wire.close, .count(3), .inner(.inner(.close))])
    try expectAgreement(on: Wire.open(id: nil, tags: ["a"]))
    let nameAlone = Array(#"{"inner":"close"}"#.utf8)
    #expect(try JSONStreamDecoder.decode(Wire.self, from: nameAlone) == .inner(.close))
  }

  @Test("A superclass is coded in its own object or in the subclass's object")
  func classesHaveSuperclassesInAnObject() throws {
    try expectAgreement(on: Dog(name: "Rex"))
    try expectAgreement(on: Cat(lives: 9))
    try expectAgreement(on: Node("root", [Node("a", [Node("b")]), Node("c")]))
  }

  @Test("Stacks and presentations are coded as by Foundation")
  func stacksAndPresentationsKeepTheirForm()
    throws
  {
    var screen = Screen()
    try expectAgreement(on: screen)
    screen.stack.append("a")
    screen.stack.append("b")
    screen.sheet = .open(id: 1, tags: [])
    try expectAgreement(on: screen)
    let bare = #"{"stack":["x","y"]}"#
    let decoded = try JSONStreamDecoder.decode(Screen.self, from: Array(bare.utf8))
    #expect(Array(decoded.stack) == ["x", "y"])
    #expect(decoded.sheet == nil)
  }

  @Test("Alerts and dialogs are coded as by Foundation, with their members in a fixed order")
  func alertsAndDialogs() throws {
    let button = ButtonState(role: .destructive, action: "delete") { TextState("Delete") }
    let alert = AlertState<String> {
      TextState("Delete?")
    } actions: {
      button
    } message: {
      TextState("It is gone then.")
    }
    let dialog = ConfirmationDialogState<String>(titleVisibility: .hidden) {
      TextState("Delete?")
    } actions: {
      button
    } message: {
      TextState("It is gone then.")
    }
    try expectAgreement(on: alert)
    try expectAgreement(on: dialog)
    let rest = """
      "message":"It is gone then.",\
      "buttons":[{"label":"Delete","role":"destructive","action":"delete"}]}
      """
    #expect(try text(alert) == #"{"title":"Delete?","# + rest)
    #expect(try text(dialog) == #"{"title":"Delete?","titleVisibility":"hidden","# + rest)
  }

  @Test("Single-value containers can wrap any value") func singleValuesWrapAnything() throws {
    try expectAgreement(on: Wrapper(Wrapper(Wrapper(5))))
    try expectAgreement(on: Wrapper([Wrapper("a")]))
    try expectAgreement(on: Wrapper(["k": Wrapper(Int?.none)]))
    try expectAgreement(on: [Wrapper(Scalars())])
  }

  @Test("Foundation's types are encoded as by Foundation's coders")
  func foundationsValuesHaveTheForm() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    try expectAgreement(on: date)
    try expectAgreement(on: [
      date, Date(timeIntervalSince1970: -1), .init(timeIntervalSince1970: 0),
    ])
    try expectAgreement(on: ["d": Optional(date)])
    try expectAgreement(on: Wrapper(date))
    try expectAgreement(on: Data([0, 1, 254, 255]))
    try expectAgreement(on: [Data(), Data(repeating: 7, count: 100)])
    try expectAgreement(on: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
    try expectAgreement(on: URL(string: "https://example.com/a?b=c#d")!)
    try expectAgreement(on: [Wrapper(URL(string: "relative/path")!)])
    try expectAgreement(on: [Decimal(string: "12345678901234567890.123456789")!, 0, -1])
    #expect(try text(date) == #""2023-11-14T22:13:20Z""#)
    #expect(try text(Decimal(string: "0.10")!) == "0.1")
    #expect(try text(Data([0, 1])) == #""AAE=""#)
  }

  @Test("Dates from year 1 to 9999 are written as by Foundation") func datesOfAllYearsAreThose()
    throws
  {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let seconds = Double(Int.random(in: -62_135_596_800..<253_402_300_800, using: &generator))
      try expectAgreement(on: [Date(timeIntervalSince1970: seconds)])
    }
  }

  @Test("Strings with every class of characters are encoded and decoded unchanged")
  func everyClassOfCharactersSurvives() throws {
    var scalars: [UnicodeScalar] = (0...0x3000).compactMap(UnicodeScalar.init)
    scalars += [0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF]
      .compactMap { UnicodeScalar($0 as UInt32) }
    for scalar in scalars {
      for copies in [1, 9] {
        let string = "a" + String(repeating: String(scalar), count: copies) + "z"
        let ours = try JSONStreamEncoder.encode(string)
        #expect(Array(try Judge.decode(String.self, from: ours).utf8) == Array(string.utf8))
        let theirs = try JSONStreamDecoder.decode(String.self, from: Judge.encode(string))
        #expect(Array(theirs.utf8) == Array(string.utf8))
      }
    }
    try expectAgreement(on: ["e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "\u{0}", "\u{2028}\u{2029}", "\u{7F}"])
    #expect(try text("/\u{1F}\u{2028}é\n\"") == "\"/\\u001f\u{2028}é\\n\\\"\"")
  }

  @Test("Escapes are handled at every position of a string") func escapesMayStandAnywhere() throws {
    for length in 0..<20 {
      for position in 0...length {
        for escape in ["\"", "\\", "\u{1}", "é", "😀"] {
          var string = String(repeating: "x", count: length)
          string.insert(contentsOf: escape, at: string.index(string.startIndex, offsetBy: position))
          try expectAgreement(on: [string, string])
        }
      }
    }
    let escaped = Array(#""\u0041\u00e9\u20AC\ud83d\uDE00\/\b\f\n\r\t\\\"""#.utf8)
    #expect(
      try JSONStreamDecoder.decode(String.self, from: escaped) == "Aé€😀/\u{8}\u{C}\n\r\t\\\"")
  }
}
