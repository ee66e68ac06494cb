import BackstackCasePaths
import Testing

struct ModifyTests {
  private struct Failure: Error {}

  @Test("modify changes a payload in place") func payloadIsChangedInPlace() throws {
    var screen = Screen.list([1])
    let count = try screen.tryModify(\.list) { list in
      list.append(2)
      return list.count
    }
    #expect(count == 2)
    #expect(screen == .list([1, 2]))
    screen = .nested(.list([1]))
    #expect(screen.modify(ifCase: \.nested.list) { $0.append(2) } != nil)
    #expect(screen == .nested(.list([1, 2])))
  }

  @Test("modify does not change a value in another case") func anotherCaseIsNotChanged() {
    var screen = Screen.default
    #expect(screen.modify(ifCase: \.list) { $0.count } == nil)
    #expect(throws: CaseMismatch.self) { try screen.tryModify(\.list) { $0.append(1) } }
    #expect(screen == .default)
  }

  @Test("Changes that modify made before an error stay") func changesBeforeAnErrorStay() {
    var screen = Screen.list([1])
    #expect(throws: Failure.self) {
      try screen.tryModify(\.list) { list in
        list.append(2)
        throw Failure()
      }
    }
    #expect(screen == .list([1, 2]))
  }

  @Test("modify does not copy a collection in a payload") func collectionInAPayload() throws {
    var screen = Screen.list(Array(repeating: 0, count: 100))
    func address(_ list: inout [Int]) -> UInt {
      list.withUnsafeMutableBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = try screen.tryModify(\.list) { address(&$0) }
    let after = try screen.tryModify(\.list) { list in
      list[0] = 1
      return address(&list)
    }
    #expect(before == after)
  }
}
