import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("A queue of revisions")
struct RevisionQueueTests {
  @Test("It returns what was added, as an array does", arguments: 0..<20 as Range<UInt64>)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (queue, model) = (RevisionQueue(), [[UInt8]]())
    var bytes: [UInt8] = []
    for _ in 0..<300 {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: bytes = (0..<Int.random(in: 0...300, using: &generator)).map { UInt8($0 & 0xFF) }
      case 1 where !model.isEmpty:
        queue.removeFirst()
        model.removeFirst()
        continue
      case 2:
        queue.compact()
        continue
      default:
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = Int.random(in: place...min(bytes.count, place + 9), using: &generator)
        bytes.replaceSubrange(
          place..<end, with: (0..<Int.random(in: 0..<9, using: &generator)).map { UInt8($0) })
      }
      queue.append(bytes)
      model.append(bytes)
      #expect(queue.count == model.count)
      let index = Int.random(in: model.indices, using: &generator)
      #expect(queue[index] == model[index])
    }
    queue.compact()
    #expect(model.indices.map { queue[$0] } == model)
    for _ in model { queue.removeFirst() }
    #expect(queue.count == 0 && queue.keptByteCount == 0)
  }

  @Test("Revisions that differ little take little memory once they are compacted")
  func memory() {
    var queue = RevisionQueue()
    for number in 0..<320 {
      queue.append(Array("\(String(repeating: "a", count: 990))\(number)".utf8))
      if number % 100 == 0 { queue.compact() }
    }
    queue.compact()
    // One in 32 is whole, and so is the last one.
    #expect(queue.keptByteCount < 11 * 1000 + 320 * 16)
    // Removed revisions take none.
    for _ in 0..<310 { queue.removeFirst() }
    #expect(queue.keptByteCount < 2 * 1000 + 10 * 16)
  }
}
