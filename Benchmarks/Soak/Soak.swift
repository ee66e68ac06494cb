import Dispatch
import Glibc
import Synchronization

/// Sends a million requests to a server in a separate process, and fails if its memory or its
/// number of descriptors grows.
///
/// `SOAK_REQUESTS`, `SOAK_SECONDS` and `SOAK_SEED` are the number of requests, the maximum duration
/// and the seed from which the requests are generated.
@main
struct Soak {
  /// The allowed growth of the server's memory after its warm-up, in kilobytes.
  private static let tolerance = 4096
  private static let clients = 16

  private final class Progress: Sendable {
    let answered = Atomic(0)
    let failure = Mutex<SoakFailure?>(nil)
    let isOver = Atomic(false)
  }

  private struct Sample {
    var answered: Int
    var memory: Int
    var descriptors: Int
  }

  static func main() {
    do {
      if CommandLine.arguments.dropFirst().first == "serve" { try SoakServer.run() }
      try soak()
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func soak() throws(SoakFailure) {
    let requests = number("SOAK_REQUESTS", 1_000_000)
    let limit = number("SOAK_SECONDS", 300)
    let seed = number("SOAK_SEED", Int(UInt32.random(in: 0 ... .max)))
    say("\(requests) requests in \(limit) s at most, seed \(seed)")
    let target = try SoakTarget()
    do throws(SoakFailure) {
      // Dispatch opens its own descriptors when a handler first uses it.
      try warmUp(target, seed: UInt64(seed))
      let before = settledDescriptors(target)
      let samples = try run(target, requests: requests, seconds: limit, seed: UInt64(seed))
      let after = settledDescriptors(target)
      try judge(samples, requests, descriptors: (before, after))
    } catch {
      _ = target.stop()
      throw error
    }
    let code = target.stop()
    if code != 0 { throw SoakFailure(description: "The server ended with \(code).") }
  }

  private static func warmUp(_ target: SoakTarget, seed: UInt64) throws(SoakFailure) {
    var plan = try SoakPlan(port: target.port, seed: seed)
    for _ in 0..<200 { _ = try plan.step() }
  }

  /// Returns the number of open descriptors after the server has closed the last clients'
  /// connections.
  private static func settledDescriptors(_ target: SoakTarget) -> Int {
    var least = Int.max
    for _ in 0..<30 {
      usleep(100_000)
      least = min(least, target.descriptors)
    }
    return least
  }

  private static func run(
    _ target: SoakTarget, requests: Int, seconds: Int, seed: UInt64
  ) throws(SoakFailure) -> [Sample] {
    let progress = Progress()
    let running = DispatchGroup()
    for index in 0..<clients {
      DispatchQueue(label: "client").async(group: running) { [port = target.port] in
        do throws(SoakFailure) {
          var plan = try SoakPlan(port: port, seed: seed &+ UInt64(index) << 32)
          while !progress.isOver.load(ordering: .relaxed) {
            progress.answered.add(try plan.step(), ordering: .relaxed)
          }
        } catch {
          progress.failure.withLock { $0 = error }
          progress.isOver.store(true, ordering: .relaxed)
        }
      }
    }
    var samples: [Sample] = []
    let end = DispatchTime.now() + .seconds(seconds)
    while !progress.isOver.load(ordering: .relaxed), DispatchTime.now() < end {
      usleep(50_000)
      let answered = progress.answered.load(ordering: .relaxed)
      if answered >= requests { break }
      if answered >= requests / 20 * (samples.count + 1) {
        let sample = Sample(
          answered: answered, memory: target.memory, descriptors: target.descriptors)
        samples.append(sample)
        say(
          "\(answered) requests: \(sample.memory) kB, \(sample.descriptors) descriptors")
      }
    }
    progress.isOver.store(true, ordering: .relaxed)
    running.wait()
    if let failure = progress.failure.withLock({ $0 }) { throw failure }
    samples.append(
      Sample(
        answered: progress.answered.load(ordering: .relaxed), memory: target.memory,
        descriptors: target.descriptors))
    return samples
  }

  /// Compares the end with the state after the first fifth of the requests.
  private static func judge(
    _ samples: [Sample], _ requests: Int, descriptors: (before: Int, after: Int)
  ) throws(SoakFailure) {
    guard let last = samples.last, last.answered >= requests, samples.count > 4 else {
      throw SoakFailure(
        description: "Only \(samples.last?.answered ?? 0) of \(requests) requests in the time.")
    }
    let warm = samples[3...].prefix(samples.count / 4).map(\.memory).max() ?? 0
    let peak = samples.map(\.memory).max() ?? 0
    say(
      """
      \(last.answered) requests answered; memory \(warm) kB when warm, \(last.memory) kB at the \
      end, \(peak) kB at most; descriptors \(descriptors.before) before, \(descriptors.after) after
      """)
    if last.memory > warm + tolerance {
      throw SoakFailure(description: "The server's memory grows.")
    }
    if descriptors.after > descriptors.before {
      throw SoakFailure(description: "The server has kept descriptors.")
    }
  }

  /// Writes a line without buffering.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  private static func number(_ variable: String, _ otherwise: Int) -> Int {
    getenv(variable).flatMap { Int(String(cString: $0)) } ?? otherwise
  }
}
