import BackstackCasePaths
import Dispatch
import Testing

struct SharedCaseKeyPathsTests {
  private enum Owner<Value> {}

  @Test func `key paths are made once per type and read in their order`() {
    func read(_ type: Any.Type, making keyPath: SharedCaseKeyPaths.Element) -> [AnyKeyPath] {
      var keyPaths = SharedCaseKeyPaths(of: type) { [\Screen.Cases.list, keyPath] }
      return [
        keyPaths.next(from: Screen.self, to: [Int].self),
        keyPaths.next(from: Screen.self, to: Int.self),
      ]
    }
    let first = read(Owner<Int>.self, making: \Screen.Cases.here)
    #expect(first == [\Screen.Cases.list, \Screen.Cases.here])
    let second = read(Owner<Int>.self, making: \Screen.Cases.edit)
    #expect(zip(first, second).allSatisfy { $0 === $1 })
  }

  @Test func `any number of threads may ask at once`() {
    let types: [Any.Type] = [
      Owner<Int8>.self, Owner<Int16>.self, Owner<Int32>.self, Owner<Int64>.self,
    ]
    DispatchQueue.concurrentPerform(iterations: 1_000) { iteration in
      let type = types[iteration % types.count]
      var keyPaths = SharedCaseKeyPaths(of: type) { [\Screen.Cases.list] }
      let list = keyPaths.next(from: Screen.self, to: [Int].self)
      if list([iteration]) != .list([iteration]) { Issue.record("\(list)") }
    }
  }
}
