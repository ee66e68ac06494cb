import BackstackTesting
import Testing

@testable import BackstackDependencies

@Suite("The dependency on a trace")
struct TraceContextTests {
  private let one = TraceContext(traceParent: "one", traceState: "a=1")
  private let other = TraceContext(traceParent: "other")

  private struct Reader: Sendable {
    @Dependency(\.trace) var trace
  }

  @Test("A test can override it, and without an override there is none, without an issue")
  func override() {
    #expect(Reader().trace == nil)
    #expect(DependencyValues(context: .test).trace == nil)
    withDependencies {
      $0.trace = one
    } operation: {
      #expect(Reader().trace == one)
      #expect(Reader().trace != other)
    }
  }

  @Test("It is that of the code that reads it, not of the code that declared the property")
  func reading() {
    let reader = TraceContext.$ofTask.withValue(one) { Reader() }
    #expect(reader.trace == nil)
    #expect(TraceContext.$ofTask.withValue(other) { reader.trace } == other)
  }

  @Test("In a step of a store, the trace of the surrounding task does not count")
  func step() {
    TraceContext.$ofTask.withValue(one) {
      let frame = DependencyFrame(values: DependencyValues())
      #expect(frame.perform { Reader().trace } == nil)
      frame.trace = other
      #expect(frame.perform { Reader().trace } == other)
    }
  }

  @Test("A callback with captured dependencies has the trace of the place where they were captured")
  func escaping() {
    let dependencies = TraceContext.$ofTask.withValue(one) {
      withEscapedDependencies { $0 }
    }
    #expect(dependencies.yield { Reader().trace } == one)
    TraceContext.$ofTask.withValue(other) {
      #expect(dependencies.yield { Reader().trace } == one)
    }
  }
}
