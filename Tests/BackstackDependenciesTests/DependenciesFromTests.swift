import BackstackDependencies
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("Dependencies from an object")
struct DependenciesFromTests {
  private class Model {
    @Dependency(\.uuid) var uuid
  }

  private final class SubModel: Model {
    let name = ""
  }

  private final class Plain {}

  private func model<M>(_ make: () -> M) -> M {
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      make()
    }
  }

  @Test(
    "A model that is created with withDependencies(from:) inherits the object's dependencies",
    .tags(.r104))
  func inherits() async {
    let parent = model(Model.init)
    let child = withDependencies(from: parent) { Model() }
    #expect(child.uuid() == UUID(7))
    let later = await withDependencies(from: parent) {
      await Task.yield()
      return Model()
    }
    #expect(later.uuid() == UUID(7))
    #expect(withDependencies(from: model(SubModel.init)) { Model() }.uuid() == UUID(7))
  }

  @Test("Dependencies from an object can be overridden, in part and by the current ones")
  func overridden() async {
    let parent = model(Model.init)
    let reported = await issues {
      let child = withDependencies(from: parent) {
        $0.context = .test
        $0.date.now = Date(timeIntervalSince1970: 1)
      } operation: {
        #expect(DependencyValues.current.date.now == Date(timeIntervalSince1970: 1))
        return Model()
      }
      #expect(child.uuid() == UUID(7))
    }
    #expect(reported.isEmpty)
    withDependencies {
      $0.uuid = .constant(UUID(1))
    } operation: {
      #expect(withDependencies(from: parent) { Model() }.uuid() == UUID(1))
    }
  }

  @Test("withDependencies(from:) reports an issue for an object without dependencies")
  func none() async {
    let reported = await issues {
      #expect(withDependencies(from: Plain()) { 1 } == 1)
      withDependencies(from: Model()) {}
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("given a Plain, which has no dependencies") == true)
    #expect(reported.first?.location.fileID.description.hasSuffix("FromTests.swift") == true)
  }
}
