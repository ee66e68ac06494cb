import BackstackDiffing
import FoundationEssentials
import Synchronization
import Testing

@Suite("Descriptions")
struct DescribeTests {
  @Test("A struct's description has one field per line")
  func structure() {
    #expect(
      describe(Person(name: "Blob", age: 3)) == """
        Person(
          name: "Blob",
          age: 3
        )
        """)
    #expect(describe(Empty()) == "Empty()")
  }

  @Test("A case's description has its payloads with their labels")
  func enums() {
    #expect(describe(Shape.none) == ".none")
    #expect(describe(Shape.circle(1.5)) == ".circle(1.5)")
    #expect(describe(Shape.at(id: 3)) == ".at(id: 3)")
    #expect(
      describe(Shape.rectangle(width: 1, 2)) == """
        .rectangle(
          width: 1,
          2
        )
        """)
    #expect(
      describe(Shape.of(Person(name: "Blob", age: 3))) == """
        .of(Person(
          name: "Blob",
          age: 3
        ))
        """)
  }

  @Test("The name of a case does not depend on the enum's own description")
  func namedByItself() {
    #expect(describe(Talkative.quiet) == ".quiet")
  }

  @Test("An optional is described as its value or nil; a nested nil is distinguished")
  func optionals() {
    #expect(describe(3 as Int?) == "3")
    #expect(describe(nil as Int?) == "nil")
    #expect(describe(.some(nil) as Int??) == ".some(nil)")
  }

  @Test("Arrays are described with indices; dictionaries and sets are sorted")
  func collections() {
    #expect(
      describe(["a", "b"]) == """
        [
          [0]: "a",
          [1]: "b"
        ]
        """)
    #expect(describe([Int]()) == "[]")
    #expect(describe([Int: Int]()) == "[:]")
    #expect(
      describe([10: "b", 9: "a", -1: "c"]) == """
        [
          -1: "c",
          9: "a",
          10: "b"
        ]
        """)
    #expect(
      describe(Set(["b", "a"])) == """
        Set([
          "a",
          "b"
        ])
        """)
    #expect(
      describe((1, b: "c")) == """
        (
          1,
          b: "c"
        )
        """)
  }

  @Test("Values of the standard library and Foundation have readable descriptions")
  func leaves() throws {
    let uuid = try #require(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"))
    #expect(describe(uuid) == "UUID(DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF)")
    #expect(describe(try #require(URL(string: "https://a.b/c"))) == "URL(https://a.b/c)")
    let date = Date(timeIntervalSinceReferenceDate: 0)
    #expect(describe(date) == "Date(2001-01-01T00:00:00Z)")
    #expect(describe(date.addingTimeInterval(-0.25)) == "Date(2000-12-31T23:59:59.75Z)")
    #expect(describe(Date.distantPast).hasPrefix("Date("))
    #expect(describe(Date(timeIntervalSinceReferenceDate: .nan)).hasPrefix("Date("))
    #expect(describe(Date(timeIntervalSinceReferenceDate: .infinity)).hasPrefix("Date("))
    #expect(describe(Data([1, 255])) == "Data(2 bytes: 01ff)")
    #expect(describe(Duration.seconds(2)) == "2.0 seconds")
    #expect(describe(1..<3) == "1..<3")
    #expect(describe("a \"b\"") == #""a \"b\"""#)
    #expect(describe(AnyHashable(3)) == "3")
    #expect(describe(Person.self) == "Person.self")
    #expect(describe({ (number: Int) in "\(number)" }) == "(Int) -> String")
    #expect(describe(Double.nan) == "nan")
    #expect(describe(()) == "()")
  }

  @Test("A string of several lines is described line by line")
  func multiline() {
    #expect(
      describe(["a\nb"]) == #"""
        [
          [0]: """
            a
            b
          """
        ]
        """#)
  }

  @Test("A wrapped property is described with its own name")
  func wrappers() {
    #expect(
      describe(Wrapping(count: 3, _private: 4)) == """
        Wrapping(
          count: 3,
          _private: 4
        )
        """)
  }

  @Test("A type with a custom mirror is described by the mirror")
  func mirrors() {
    #expect(
      describe(Keyed(values: ["x", "y"])) == """
        [
          #0: "x",
          #1: "y"
        ]
        """)
    #expect(describe(Identifier(number: 7)) == "#7")
  }

  @Test("An object is described only once, also in a cycle")
  func objects() {
    let node = Node(1)
    node.next = Node(2)
    node.next?.next = node
    #expect(
      describe(node) == """
        Node(
          value: 1,
          next: Node(
            value: 2,
            next: Node(↩)
          )
        )
        """)
    node.next = nil
    let leaf = Child(3)
    #expect(
      describe([leaf, leaf]) == """
        [
          [0]: Child(
            value: 3,
            next: nil,
            extra: true
          ),
          [1]: Child(↩)
        ]
        """)
  }

  @Test("Describing a value that mirrors can't inspect does not trap")
  func opaque() {
    #expect(describe(Locked()).hasPrefix("Locked("))
    #expect(describe(UnsafeRawPointer(bitPattern: 8)).contains("8"))
    #expect(describe(\Person.age).contains("age"))
    #expect(describe(Task<Void, Never> {}).hasPrefix("Task<"))
    #expect(describe((any Error).self).contains("Error"))
  }

  @Test("The description of a deeply nested value is truncated")
  func deep() {
    var list = Chain.end
    for _ in 0..<5_000 { list = .link(list) }
    #expect(describe(list).contains("…"))
  }

  @Test("Type names are described without modules and private contexts")
  func typeNames() {
    struct Local<Value> { struct Inner { struct Deep {} } }
    #expect(
      describe(Local<Person>.Inner.Deep.self) == "DescribeTests.Local<Person>.Inner.Deep.self")
    #expect(describe([Outer.Inner: Int].self) == "Dictionary<Outer.Inner, Int>.self")
    #expect(describe(Outer.Inner()) == "Outer.Inner()")
  }
}

struct Person: Hashable {
  var name: String
  var age: Int
}

private struct Empty {}

enum Outer {
  struct Inner: Hashable {}
}

private enum Shape {
  case none
  case circle(Double)
  case at(id: Int)
  case rectangle(width: Int, Int)
  case of(Person)
}

private enum Talkative: CustomStringConvertible {
  case quiet
  var description: String { "Hello!" }
}

@propertyWrapper
private struct Wrapper<Value> { var wrappedValue: Value }

private struct Wrapping {
  @Wrapper var count: Int
  let _private: Int
}

private struct Keyed: CustomReflectable {
  let values: [String]

  var customMirror: Mirror {
    let children = values.enumerated().map { (label: "#\($0)" as String?, value: $1 as Any) }
    return Mirror(self, children: children, displayStyle: .dictionary)
  }
}

private struct Identifier: CustomReflectable, CustomStringConvertible {
  let number: Int
  var description: String { "#\(number)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

private class Node {
  var value: Int
  var next: Node?
  init(_ value: Int) { self.value = value }
}

private final class Child: Node {
  let extra = true
}

private final class Locked: Sendable {
  let state = Mutex(1)
  let name = "x"
}

private indirect enum Chain {
  case end
  case link(Chain)
}
