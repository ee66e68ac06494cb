import BackstackDiffing
import Testing

@Suite("Differences")
struct DiffTests {
  @Test("There is none between values that are described alike")
  func none() {
    #expect(diff(Person(name: "Blob", age: 3), Person(name: "Blob", age: 3)) == nil)
    #expect(diff([1: [2]], [1: [2]]) == nil)
  }

  @Test("A changed field is shown with both values, and what is next to it")
  func field() {
    #expect(
      diff(Person(name: "Blob", age: 3), Person(name: "Blob", age: 4)) == """
          Person(
            name: "Blob",
        -   age: 3
        +   age: 4
          )
        """)
  }

  @Test("More neighbours than one are counted")
  func neighbours() {
    #expect(
      diff([1, 2, 3, 4, 5, 6], [1, 2, 9, 4, 5, 6]) == """
          [
            … (2 unchanged),
        -   [2]: 3,
        +   [2]: 9,
            … (3 unchanged)
          ]
        """)
  }

  @Test("An element in front does not change all others")
  func insertion() {
    #expect(
      diff(["b", "c"], ["a", "b", "c"]) == """
          [
        +   [0]: "a",
            … (2 unchanged)
          ]
        """)
    #expect(
      diff(["a", "b", "c", "d"], ["b", "c", "d", "e"]) == """
          [
        -   [0]: "a",
            … (3 unchanged),
        +   [3]: "e"
          ]
        """)
  }

  @Test("A changed element is looked into")
  func nested() {
    #expect(
      diff([Person(name: "A", age: 1)], [Person(name: "A", age: 2), Person(name: "B", age: 1)])
        == """
          [
            [0]: Person(
              name: "A",
        -     age: 1
        +     age: 2
            ),
        +   [1]: Person(
        +     name: "B",
        +     age: 1
        +   )
          ]
        """)
  }

  @Test("Another case, or nil, is shown as a whole")
  func cases() {
    #expect(
      diff(Result<Int, Failure>.success(1), .failure(Failure())) == """
        - .success(1)
        + .failure(DiffTests.Failure())
        """)
    #expect(
      diff(Person(name: "A", age: 1) as Person?, nil) == """
        - Person(
        -   name: "A",
        -   age: 1
        - )
        + nil
        """)
  }

  @Test("Dictionaries are compared by key, sets by element, texts by line")
  func keyed() {
    #expect(
      diff(["a": 1, "b": 2, "c": 3], ["a": 1, "c": 4, "d": 5]) == """
          [
            "a": 1,
        -   "b": 2,
        -   "c": 3
        +   "c": 4,
        +   "d": 5
          ]
        """)
    #expect(
      diff(Set([1, 2, 3]), Set([1, 3, 4])) == """
          Set([
            1,
        -   2,
            3,
        +   4
          ])
        """)
    #expect(
      diff("a\nb\nc", "a\nx\nc") == #"""
          """
            a
        -   b
        +   x
            c
          """
        """#)
  }

  @Test("Values of different types that look alike are told apart by type")
  func types() {
    #expect(
      diff(1 as Any, UInt8(1) as Any) == """
        - 1 as Swift.Int
        + 1 as Swift.UInt8
        """)
    #expect(
      diff([1] as [any Sendable], [UInt8(1)]) == """
          [
        -   [0]: 1 as Swift.Int
        +   [0]: 1 as Swift.UInt8
          ]
        """)
  }

  @Test("Unequal values that look alike are pointed out")
  func secrets() {
    #expect(
      diff([Secret(1), Secret(2)], [Secret(1), Secret(3)]) == """
          [
            [0]: DiffTests.Secret(),
        -   [1]: DiffTests.Secret()  // not equal, but described alike: BackstackDiffingTests.DiffTests.Secret
        +   [1]: DiffTests.Secret()  // not equal, but described alike: BackstackDiffingTests.DiffTests.Secret
          ]
        """)
    #expect(diff(Double.nan, .nan)?.contains("Swift.Double") == true)
  }

  @Test("One change in ten thousand elements is a short text")
  func big() {
    let old = (0..<10_000).map { Person(name: "\($0)", age: $0) }
    var new = old
    new[5_000].age = -1
    let lines = diff(old, new)?.split(separator: "\n")
    #expect(lines?.count == 9)
    new.removeFirst()
    new.append(Person(name: "new", age: 0))
    #expect(diff(old, new)?.split(separator: "\n").count == 17)
    #expect(diff(old, old.reversed()) != nil)
  }

  private struct Failure: Error {}

  private struct Secret: Equatable, CustomReflectable {
    let value: Int
    init(_ value: Int) { self.value = value }
    var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
  }
}
