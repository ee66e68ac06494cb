import BackstackCoding
import BackstackTestSupport
import Foundation
import Testing

@Suite("Coding containers")
struct ContainerTests {
  /// Checks the text, and that Foundation writes an equal document.
  private func expect(
    _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
    from body: @escaping (any Encoder) throws -> Void
  ) throws {
    #expect(try text(Script(body)) == expected, sourceLocation: sourceLocation)
    let judged = try JSONSerialization.jsonObject(
      with: Data(Judge.encode(Script(body))), options: .fragmentsAllowed)
    let ours = try JSONSerialization.jsonObject(
      with: Data(expected.utf8), options: .fragmentsAllowed)
    #expect((judged as! NSObject).isEqual(ours), sourceLocation: sourceLocation)
  }

  @Test("An object's members are in the order of the calls that encode them")
  func membersAreInTheOrder() throws {
    try expect(#"{"z":1,"a":null,"m":[true,"x",{}],"b":{"c":[]}}"#) { encoder in
      var object = encoder.container(keyedBy: Name.self)
      try object.encode(1, forKey: "z")
      try object.encodeNil(forKey: "a")
      var array = object.nestedUnkeyedContainer(forKey: "m")
      try array.encode(true)
      try array.encode("x")
      _ = array.nestedContainer(keyedBy: Name.self)
      var inner = object.nestedContainer(keyedBy: Name.self, forKey: "b")
      _ = inner.nestedUnkeyedContainer(forKey: "c")
    }
  }

  @Test("Containers to which nothing is written are empty") func containersThatAreNeverWritten()
    throws
  {
    try expect("{}") { _ = $0.container(keyedBy: Name.self) }
    try expect("[]") { _ = $0.unkeyedContainer() }
    try expect(#"{"super":{},"s":{}}"#) { encoder in
      var object = encoder.container(keyedBy: Name.self)
      _ = object.superEncoder()
      _ = object.superEncoder(forKey: "s")
    }
    try expect("[{},{},[]]") { encoder in
      var array = encoder.unkeyedContainer()
      _ = array.superEncoder()
      try array.encode(Script { _ in })
      _ = array.nestedUnkeyedContainer()
    }
  }

  @Test("A top-level value that encodes nothing is an error") func valueThatEncodesNothing() throws
  {
    #expect(throws: EncodingError.self) { try JSONStreamEncoder.encode(Script { _ in }) }
    #expect(throws: EncodingError.self) { try Judge.encode(Script { _ in }) }
  }

  @Test("Two containers can be written alternately") func containersMayBeWrittenInTurns() throws {
    try expect(#"{"a":{"x":1,"y":3},"b":[2,4]}"#) { encoder in
      var object = encoder.container(keyedBy: Name.self)
      var a = object.nestedContainer(keyedBy: Name.self, forKey: "a")
      try a.encode(1, forKey: "x")
      var b = object.nestedUnkeyedContainer(forKey: "b")
      try b.encode(2)
      try a.encode(3, forKey: "y")
      try b.encode(4)
    }
  }

  @Test("Super encoders keep their positions in an array")
  func encodersOfSuperclassesKeepTheirPlace() throws {
    let two = Script { encoder in
      var array = encoder.unkeyedContainer()
      let (first, second) = (array.superEncoder(), array.superEncoder())
      try "second".encode(to: second)
      try "first".encode(to: first)
    }
    // Foundation inserts each where the array ended when the encoder was created, in the order in
    // which the encoders are deallocated.
    #expect(try text(two) == #"["first","second"]"#)
  }

  @Test("Super encoders can be used after later elements are encoded")
  func encodersOfSuperclassesMayBeUsed() throws {
    try expect(#"[{"name":"n"},7,["late"]]"#) { encoder in
      var array = encoder.unkeyedContainer()
      let first = array.superEncoder()
      try array.encode(7)
      let last = array.superEncoder()
      var object = first.container(keyedBy: Name.self)
      try object.encode("n", forKey: "name")
      var late = last.unkeyedContainer()
      try late.encode("late")
    }
  }

  @Test("When a key is encoded twice, the last value counts") func lastValueOfAKey() throws {
    try expect(#"{"a":2,"b":3}"#) { encoder in
      var object = encoder.container(keyedBy: Name.self)
      try object.encode(1, forKey: "a")
      try object.encode(3, forKey: "b")
      try object.encode(2, forKey: "a")
    }
    var many: [String: Int] = [:]
    for index in 0..<100 { many["k\(index)"] = index }
    let twice = Script { encoder in
      var object = encoder.container(keyedBy: Name.self)
      for round in 0..<2 {
        for index in 0..<100 {
          try object.encode(index * round, forKey: Name(stringValue: "k\(index)"))
        }
      }
    }
    let bytes = try JSONStreamEncoder.encode(twice)
    #expect(try JSONStreamDecoder.decode([String: Int].self, from: bytes) == many)
  }

  @Test("Requesting the container of a key twice continues the same container")
  func containerThatIsAskedForTwice()
    throws
  {
    try expect(#"{"n":{"a":1,"b":2}}"#) { encoder in
      var object = encoder.container(keyedBy: Name.self)
      var one = object.nestedContainer(keyedBy: Name.self, forKey: "n")
      try one.encode(1, forKey: "a")
      var two = object.nestedContainer(keyedBy: Name.self, forKey: "n")
      try two.encode(2, forKey: "b")
    }
    let merged = Script { encoder in
      try ["a": 1].encode(to: encoder)
      try ["a": 2, "b": 3].encode(to: encoder)
    }
    let bytes = try JSONStreamEncoder.encode(merged)
    #expect(try JSONStreamDecoder.decode([String: Int].self, from: bytes) == ["a": 2, "b": 3])
  }

  @Test("A value whose encoding failed leaves nothing in the output") func nothingIsLeftOfAValue()
    throws
  {
    struct Failure: Error {}
    let failing = Script { encoder in
      var object = encoder.container(keyedBy: Name.self)
      try object.encode("partial", forKey: "p")
      var inner = object.nestedUnkeyedContainer(forKey: "q")
      try inner.encode(1)
      throw Failure()
    }
    try expect(#"{"a":1,"c":["x","y"],"b":5}"#) { encoder in
      var object = encoder.container(keyedBy: Name.self)
      try object.encode(1, forKey: "a")
      try? object.encode(failing, forKey: "b")
      var array = object.nestedUnkeyedContainer(forKey: "c")
      try array.encode("x")
      try? array.encode(failing)
      try array.encode("y")
      try object.encode(5, forKey: "b")
    }
    // Foundation leaves the partial value in the output.
    let second = Script { encoder in
      var single = encoder.singleValueContainer()
      try? single.encode(failing)
      try single.encode(3)
    }
    #expect(try text(second) == "3")
  }

  @Test("Encoding two values where one is expected is an error") func twoValuesWhereOneIsDue() {
    #expect(throws: EncodingError.self) {
      try JSONStreamEncoder.encode(
        Script { encoder in
          var single = encoder.singleValueContainer()
          try single.encode(1)
          try single.encode(2)
        })
    }
    #expect(throws: EncodingError.self) {
      try JSONStreamEncoder.encode(
        Script { encoder in
          _ = encoder.container(keyedBy: Name.self)
          _ = encoder.unkeyedContainer()
        })
    }
  }

  @Test("Encoders and containers report their coding paths") func encodersKnowTheirCodingPaths()
    throws
  {
    var paths: [[String]] = []
    _ = try JSONStreamEncoder.encode(
      Script { encoder in
        var object = encoder.container(keyedBy: Name.self)
        var array = object.nestedUnkeyedContainer(forKey: "é\"")
        try array.encode(1)
        try array.encode(
          Script { inner in
            paths.append(inner.codingPath.map(\.stringValue))
            _ = inner.container(keyedBy: Name.self)
          })
        paths.append(array.codingPath.map(\.stringValue))
      })
    #expect(paths == [["é\"", "Index 1"], ["é\""]])
  }

  @Test("Values that JSON can't represent are errors with their coding paths")
  func numbersThatJSONLacksAreErrors() throws {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try JSONStreamEncoder.encode(value) }
      #expect(throws: EncodingError.self) { try JSONStreamEncoder.encode(Wrapper(value)) }
      do {
        _ = try JSONStreamEncoder.encode(["a": [1, value]])
        Issue.record("A number that is not finite was encoded.")
      } catch EncodingError.invalidValue(_, let context) {
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
      }
    }
    #expect(throws: EncodingError.self) { try JSONStreamEncoder.encode([Float.nan]) }
    #expect(throws: EncodingError.self) { try JSONStreamEncoder.encode([Decimal.nan]) }
    #expect(throws: EncodingError.self) {
      try JSONStreamEncoder.encode([Date(timeIntervalSince1970: .infinity)])
    }
    #expect(throws: EncodingError.self) { try JSONStreamEncoder.encode([Date.distantPast - 1e10]) }
  }

  @Test("Values can read the encoder's userInfo") func userInfoReachesTheValues() throws {
    let key = CodingUserInfoKey(rawValue: "key")!
    let bytes = try JSONStreamEncoder.encode(
      [Script { try ($0.userInfo[key] as! Int).encode(to: $0) }], userInfo: [key: 7])
    #expect(bytes == Array("[7]".utf8))
  }

  @Test("Random sequences of encoding calls give the same document as Foundation")
  func randomProgramsOfCallsGive()
    throws
  {
    for seed in 0..<3000 as Range<UInt64> {
      let ours = try JSONStreamEncoder.encode(RandomProgram(seed: seed).script)
      let theirs = try Judge.encode(RandomProgram(seed: seed).script)
      let left = try JSONSerialization.jsonObject(with: Data(ours), options: .fragmentsAllowed)
      let right = try JSONSerialization.jsonObject(with: Data(theirs), options: .fragmentsAllowed)
      #expect(
        (left as! NSObject).isEqual(right),
        "seed \(seed): \(String(decoding: ours, as: UTF8.self))")
    }
  }
}

/// A value that opens containers and writes to any of them, in random order.
struct RandomProgram {
  let seed: UInt64

  var script: Script {
    Script { encoder in
      var generator = SeededGenerator(seed: seed)
      var objects = [encoder.container(keyedBy: Name.self)]
      var arrays: [any UnkeyedEncodingContainer] = []
      for step in 0..<Int.random(in: 1...14, using: &generator) {
        // Each key is used once, because Foundation traps on some keys that are used twice.
        let key = Name(stringValue: "k\(step)")
        let object = Int.random(in: 0..<objects.count, using: &generator)
        let choice = Int.random(in: 0..<9, using: &generator)
        switch choice {
        case 0: try objects[object].encode(step, forKey: key)
        case 1: objects.append(objects[object].nestedContainer(keyedBy: Name.self, forKey: key))
        case 2: arrays.append(objects[object].nestedUnkeyedContainer(forKey: key))
        case 3: try objects[object].encode(["n": [step]], forKey: key)
        case 4:
          let encoder = objects[object].superEncoder(forKey: key)
          objects.append(encoder.container(keyedBy: Name.self))
        default:
          guard !arrays.isEmpty else { continue }
          let array = Int.random(in: 0..<arrays.count, using: &generator)
          switch choice {
          case 5: try arrays[array].encode("s\(step)")
          case 6: objects.append(arrays[array].nestedContainer(keyedBy: Name.self))
          case 7: arrays.append(arrays[array].nestedUnkeyedContainer())
          default: try arrays[array].encode(Wrapper([step]))
          }
        }
      }
    }
  }
}

struct DictionaryOrderTests {
  @Test("The members of dictionaries are sorted by key, at any depth")
  func membersOfDictionaries() throws {
    let value = ["b": ["z": [2, 1], "y": []], "a": [:], "é": ["x": [3]], "c\"": ["w": []]]
    let json = #"{"a":{},"b":{"y":[],"z":[2,1]},"c\"":{"w":[]},"é":{"x":[3]}}"#
    for _ in 0..<20 {
      let copy = Dictionary(uniqueKeysWithValues: value.shuffled())
      #expect(String(decoding: try JSONStreamEncoder.encode(copy), as: UTF8.self) == json)
    }
  }

  @Test("The members of other objects are in the order of encoding, not sorted")
  func membersOfOtherObjectsStay()
    throws
  {
    struct Pair: Encodable {
      var b = 1
      var a = ["z": 1, "y": 2]
    }
    #expect(
      String(decoding: try JSONStreamEncoder.encode(Pair()), as: UTF8.self)
        == #"{"b":1,"a":{"y":2,"z":1}}"#)
  }
}
