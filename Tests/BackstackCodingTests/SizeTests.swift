import BackstackCoding
import Foundation
import Synchronization
import Testing

@Suite("Sizes")
struct SizeTests {
  @Test("A dictionary of 100,000 members is encoded and decoded") func objectOf100000Members()
    throws
  {
    var dictionary: [String: Int] = [:]
    for index in 0..<100_000 { dictionary["key\(index)"] = index }
    let bytes = try JSONStreamEncoder.encode(dictionary)
    #expect(try JSONStreamDecoder.decode([String: Int].self, from: bytes) == dictionary)
    let backwards = Dictionary(uniqueKeysWithValues: dictionary.sorted { $0.key > $1.key })
    #expect(try JSONStreamEncoder.encode(backwards) == bytes)
  }

  @Test("The members of a large object can be decoded in any order") func membersMayBeAsked() throws
  {
    struct Backwards: Decodable {
      var sum = 0
      init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Name.self)
        for index in (0..<50_000).reversed() {
          sum += try object.decode(Int.self, forKey: Name(stringValue: "key\(index)"))
          #expect(!object.contains(Name(stringValue: "none\(index)")))
        }
      }
    }
    let members = (0..<50_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let decoded = try JSONStreamDecoder.decode(Backwards.self, from: Array("{\(members)}".utf8))
    #expect(decoded.sum == 50_000 * 49_999 / 2)
  }

  @Test("An object to which code writes 20,000 members is encoded")
  func objectOfManyMembersWritten()
    throws
  {
    let many = Script { encoder in
      var object = encoder.container(keyedBy: Name.self)
      for index in 0..<20_000 { try object.encode(index, forKey: Name(stringValue: "k\(index)")) }
    }
    let decoded = try JSONStreamDecoder.decode(
      [String: Int].self, from: try JSONStreamEncoder.encode(many))
    #expect(decoded.count == 20_000)
  }

  @Test("Containers nested 50,000 levels deep are encoded without overflowing the call stack")
  func containersNestedDeeperThanAnyStack() throws {
    for interleaves in [false, true] {
      let deep = Script { encoder in
        var array = encoder.unkeyedContainer()
        let outermost = array
        for _ in 0..<50_000 { array = array.nestedUnkeyedContainer() }
        if interleaves {
          var (outer, inner) = (outermost, array)
          try outer.encode(1)
          try inner.encode(2)
        }
      }
      let bytes = try JSONStreamEncoder.encode(deep)
      #expect(bytes.count == 100_002 + (interleaves ? 3 : 0))
      #expect(syntaxError(bytes)?.code == .tooDeep)
    }
  }

  @Test("Values of the maximum depth are decoded on a call stack of 512 KiB")
  func deepestValuesAreDecoded()
    throws
  {
    struct Chain: Codable, Equatable {
      var next: [Chain]
      var depth: Int {
        var (depth, chain) = (1, self)
        while let next = chain.next.first { (depth, chain) = (depth + 1, next) }
        return depth
      }
    }
    let depth = 256
    let json =
      String(repeating: #"{"next":["#, count: depth) + String(repeating: "]}", count: depth)
    let decoded = Mutex<Int?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let chain = try? JSONStreamDecoder.decode(Chain.self, from: Array(json.utf8))
      decoded.withLock { $0 = chain?.depth }
      done.signal()
    }
    #if DEBUG
      // Stack frames are larger without optimization.
      thread.stackSize = 1 << 20
    #else
      thread.stackSize = 512 << 10
    #endif
    thread.start()
    done.wait()
    #expect(decoded.withLock { $0 } == depth)
  }

  @Test("Slices and other collections of bytes can be decoded")
  func slicesAndOtherCollectionsAreDecoded()
    throws
  {
    let bytes = Array("  [1,2]xx".utf8)
    #expect(try JSONStreamDecoder.decode([Int].self, from: bytes[2..<7]) == [1, 2])
    #expect(try JSONStreamDecoder.decode([Int].self, from: Data(bytes[..<7])) == [1, 2])
    #expect(try JSONStreamDecoder.decode([Int].self, from: bytes[..<7].lazy.map { $0 }) == [1, 2])
  }
}
