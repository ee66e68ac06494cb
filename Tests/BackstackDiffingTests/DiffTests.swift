import BackstackDiffing
import Testing

@Suite("Differences")
struct DiffTests {
  @Test("Equal values have no difference")
  func none() {
    #expect(diff(Person(name: "Blob", age: 3), Person(name: "Blob", age: 3)) == nil)
    #expect(diff([1: [2]], [1: [2]]) == nil)
  }

  @Test("The difference shows a changed field with both values and the fields next to it")
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

  @Test("The difference counts several unchanged neighbours instead of showing them")
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

  @Test("An inserted element does not make the elements after it different")
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

  @Test("The difference shows what changed within an element")
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

  @Test("A change to another case, or to nil, is shown with both whole values")
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

  @Test("Dictionaries are compared by key, sets by element, strings by line")
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

  @Test("Values of different types with equal descriptions are distinguished by type")
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

  @Test("Unequal values with equal descriptions are pointed out")
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

  @Test("The difference for one change among ten thousand elements is short")
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
