import BackstackDependencies
import Foundation
import Testing

@Suite("Values that dependencies make for a reducer")
struct MadeValuesTests {
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  private struct Counting: RandomNumberGenerator, Sendable {
    var count: UInt64 = 0

    mutating func next() -> UInt64 {
      count += 1
      return count
    }
  }

  private func frame() -> DependencyFrame {
    var values = DependencyValues()
    values.uuid = .incrementing
    values.date = .constant(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2))
    values.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    return DependencyFrame(values: values)
  }

  private func recorded(_ step: () -> Void) -> MadeValues? {
    let frame = frame()
    frame.beginRecordingMade()
    frame.perform(step)
    return frame.takeMade()
  }

  @Test("Each kind of value is recorded in its order, and a step that takes none records nothing")
  func recording() {
    let made = recorded {
      _ = [uuid(), uuid()]
      _ = withRandomNumberGenerator { $0.next() + $0.next() }
      _ = [date(), date.now]
      _ = withRandomNumberGenerator { $0.next() }
    }
    #expect(made?.uuids == [UUID(0), UUID(1)])
    #expect(made?.numbers == [1, 2, 3])
    #expect(made?.dates.map(\.timeIntervalSinceReferenceDate) == [0.1 + 0.2, 0.1 + 0.2])
    #expect(recorded {} == nil)
  }

  @Test("A value for which a dependency asks another one counts once, and so it is replayed")
  func nested() {
    let frame = frame()
    let random = WithRandomNumberGenerator(Counting())
    let asking = UUIDGenerator { UUID(Int(random { $0.next() })) }
    func step() -> [UInt64] {
      withDependencies {
        $0.uuid = asking
      } operation: {
        [withRandomNumberGenerator { $0.next() }] + [asking(), uuid()].map { UInt64($0.uuid.15) }
      }
    }
    frame.beginRecordingMade()
    #expect(frame.perform(step) == [1, 1, 2])
    let made = frame.takeMade()
    #expect(made == MadeValues(uuids: [UUID(1), UUID(2)], numbers: [1]))
    let again = frame.perform { DependencyFrame.replaying(made!, step) }
    #expect(again == [1, 1, 2])
    #expect(frame.perform(step) == [2, 3, 4])
  }

  @Test("A replay that takes more than was recorded goes on with new values")
  func exhausted() {
    frame().perform {
      let made = MadeValues(uuids: [UUID(7)], numbers: [9])
      let ids = DependencyFrame.replaying(made) { [uuid(), uuid()] }
      #expect(ids == [UUID(7), UUID(0)])
      let numbers = DependencyFrame.replaying(made) {
        withRandomNumberGenerator { [$0.next(), $0.next()] }
      }
      #expect(numbers == [9, 1])
    }
  }

  @Test("As many values are kept as a deck of cards needs; of more, none", arguments: [64, 65])
  func maximum(count: Int) {
    let made = recorded { for _ in 0..<count { _ = uuid() } }
    #expect(made?.uuids.count == (count == 64 ? 64 : 0))
    #expect(made?.isTooMany == (count == 65))
  }

  @Test("The JSON keeps each value exactly, and has no members for none")
  func coding() throws {
    let made = MadeValues(
      uuids: [UUID(1)], dates: [Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)],
      numbers: [.max, 1 << 53 + 1])
    let json = try JSONEncoder().encode(made)
    #expect(try JSONDecoder().decode(MadeValues.self, from: json) == made)
    let one = try JSONEncoder().encode(MadeValues(numbers: [1]))
    #expect(String(decoding: one, as: UTF8.self) == #"{"numbers":[1]}"#)
    let tooMany = try #require(recorded { for _ in 0..<70 { _ = date() } })
    let text = try JSONEncoder().encode(tooMany)
    #expect(String(decoding: text, as: UTF8.self) == #"{"tooMany":true}"#)
    #expect(try JSONDecoder().decode(MadeValues.self, from: text) == tooMany)
  }
}
