import Testing

@testable import BackstackHTTP

@Suite("Shared content that waits")
struct WaitingPartsTests {
  private func next(_ output: HTTPSharedOutput) -> [UInt8] { output.withNext { Array($0) } }

  @Test("Its parts come in order, from the position that the client has reached")
  func parts() {
    var output = HTTPSharedOutput()
    #expect(output.isEmpty && next(output).isEmpty)
    output.append([])
    #expect(output.isEmpty)
    output.append([1, 2, 3])
    output.append([4, 5])
    #expect(output.count == 5 && next(output) == [1, 2, 3])
    output.remove(2)
    #expect(output.count == 3 && next(output) == [3])
    output.remove(2)
    #expect(output.count == 1 && next(output) == [5])
    output.remove(9)
    #expect(output.isEmpty && next(output).isEmpty)
  }

  @Test("Draining takes exactly the unsent bytes, once")
  func drain() {
    var output = HTTPSharedOutput()
    output.append([1, 2, 3])
    output.append([4, 5])
    output.remove(2)
    var bytes: [UInt8] = [0]
    output.drain(into: &bytes)
    #expect(bytes == [0, 3, 4, 5])
    #expect(output.isEmpty && next(output).isEmpty)
    output.append([6, 7])
    #expect(output.count == 2 && next(output) == [6, 7])
  }
}
