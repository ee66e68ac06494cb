import Testing

@testable import Backstack

@Suite("The code of closures as their identity")
struct ClosureCodeTests {
  private final class Object: Sendable {}

  @Test("The code of a closure identifies it on this platform")
  func holds() { #expect(ClosureCode.isIdentity) }

  @Test("If all closures had the same code, it would not be used as their identity")
  func same() {
    let object = Object()
    #expect(!ClosureCode.isIdentity { _ in ObjectIdentifier(object) })
    #expect(
      !ClosureCode.isIdentity { source in source.code.map { _ in ObjectIdentifier(object) } })
  }

  @Test("If a closure had another code each time, it would not be used as its identity")
  func changing() {
    var objects: [Object] = []
    let isIdentity = ClosureCode.isIdentity { source in
      objects.append(Object())
      return source.code.map { _ in ObjectIdentifier(objects[objects.count - 1]) }
    }
    #expect(!isIdentity)
    #expect(objects.count > 2)
  }

  @Test("If captures were not visible, the code would not be used as the identity")
  func captures() {
    let object = Object()
    #expect(!ClosureCode.isIdentity { source in source.code ?? ObjectIdentifier(object) })
  }

  @Test("Without the code, nothing is identified")
  func unknown() { #expect(!ClosureCode.isIdentity { _ in nil }) }

  @Test("Without the code of its source, the slot of an operator is found by the key path")
  func fallback() {
    let node = NavigationNode(tree: NavigationTree())
    func slot(_ keyPath: ClosureCode.Source.KeyPath) -> UnsafeMutableRawPointer {
      let source = ClosureCode.Source { keyPath }
      #expect(source.key == nil)
      let slot: Unmanaged<ScopeSlot> = node.slot(source)
      return slot.toOpaque()
    }
    let first = slot(\.first)
    let second = slot(\.second)
    #expect(first != second)
    #expect(slot(\.first) == first)
    #expect(slot(\.second) == second)
  }
}
