import BackstackDependencies
import BackstackTestSupport
import Testing

@Suite("Random numbers")
struct RandomNumberTests {
  private struct Counting: RandomNumberGenerator, Sendable {
    var count: UInt64 = 0

    mutating func next() -> UInt64 {
      count += 1
      return count
    }
  }

  @Test("Random numbers come from the overriding generator, whose state is kept between calls")
  func overridden() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      let numbers = (1...3).map { _ in withRandomNumberGenerator { $0.next() } }
      #expect(numbers == [1, 2, 3])
    }
  }

  @Test(
    "Without an override, random numbers come from the system, with an issue in a test",
    .tags(.r105))
  func live() async {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    #expect((1...6).contains(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }))
    let reported = await issues {
      withDependencies {
        $0.context = .test
      } operation: {
        _ = withRandomNumberGenerator { $0.next() }
      }
    }
    #expect(reported.count == 1)
  }
}
