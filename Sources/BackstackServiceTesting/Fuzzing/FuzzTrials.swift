import BackstackPlatform
import Dispatch

/// An actor that performs steps in another process, and starts a new process when the previous one
/// has ended.
///
/// It blocks its own thread while it waits.
actor FuzzTrials {
  /// A thread that may block.
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "backstack.fuzzing")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The outcome of performing steps.
  struct Outcome: Sendable {
    let inconsistency: Inconsistency?
    /// The generated steps, the last of which showed the inconsistency.
    let steps: [FuzzStep]
    /// The points that the steps reached first, and the steps that lead there.
    var reached: [(points: [FuzzPoint], steps: [FuzzStep])] = []
    /// The state of the session at the end, as JSON; `nil` without a session.
    var state: String?
    /// The backtrace of a trap, the innermost call first, if available.
    var backtrace: [String] = []
  }

  private let call: String
  private let arguments: [String]
  private let memory: Int
  private let secondsPerStep: Int
  private var process: FuzzProcess?
  /// The number of processes that were started.
  private(set) var processCount = 0

  /// Creates an actor that starts no process yet.
  ///
  /// - Parameters:
  ///   - call: The call that assumes the child's role.
  ///   - arguments: The arguments of the program, including its name.
  ///   - memory: The maximum memory of a process, in bytes.
  ///   - secondsPerStep: The maximum time that a step may compute, or wait for something that never
  ///     happens.
  init(call: String, arguments: [String], memory: Int, secondsPerStep: Int) {
    self.call = call
    self.arguments = arguments
    self.memory = memory
    self.secondsPerStep = secondsPerStep
  }

  /// Performs a task in the other process.
  ///
  /// - Parameters:
  ///   - task: The steps to try.
  ///   - showsBacktrace: Whether the outcome of a trap has a backtrace. The task then runs in a new
  ///     process, which takes seconds to end.
  /// - Returns: The outcome.
  /// - Throws: ``FuzzError`` if no process reaches the call.
  func run(_ task: FuzzTask, showsBacktrace: Bool = false) throws(FuzzError) -> Outcome {
    if showsBacktrace { self.process = nil }
    let process: FuzzProcess
    if let running = self.process {
      process = running
    } else {
      process = try start(showsBacktrace: showsBacktrace)
      self.process = process
    }
    _ = process.socket.send(FuzzCommand(task: task, secondsPerStep: secondsPerStep))
    // A process sleeps while the runtime writes its backtrace, which can take longer than a step on
    // a busy machine.
    let patience = showsBacktrace ? max(300, secondsPerStep) : secondsPerStep
    var steps: [FuzzStep] = []
    var reached: [(points: [FuzzPoint], steps: [FuzzStep])] = []
    while let reply = process.receive(memory: memory, seconds: patience) {
      switch reply {
      case .ready: continue
      case .begins(let step): steps.append(step)
      case .reached(let points, let trail): reached.append((points, trail))
      case .finished(let state):
        return Outcome(inconsistency: nil, steps: steps, reached: reached, state: state)
      case .found(let kind, let message):
        return Outcome(
          inconsistency: Inconsistency(Inconsistency.Kind(rawValue: kind), message), steps: steps,
          reached: reached)
      }
    }
    self.process = nil
    let end = process.waitForEnd()
    let ending = ProcessEnding(process.errorText)
    return Outcome(
      inconsistency: inconsistency(end, ending.reason), steps: steps, reached: reached,
      backtrace: ending.backtrace)
  }

  private func start(showsBacktrace: Bool) throws(FuzzError) -> FuzzProcess {
    let process = try FuzzProcess(
      call: call, arguments: arguments, showsBacktrace: showsBacktrace)
    processCount += 1
    // The program may take a while before it reaches the call.
    guard case .ready = process.receive(memory: memory, seconds: max(60, secondsPerStep)) else {
      _ = process.waitForEnd()
      throw FuzzError(
        message: """
          The program was started again (\(arguments.joined(separator: " "))) but did not reach \
          the same call of run. \(process.errorText.suffix(2000))
          """)
    }
    return process
  }

  /// Describes how a feature has ended its process.
  private func inconsistency(_ end: FuzzProcess.End, _ reason: String?) -> Inconsistency {
    let reason = reason.map { ": \($0)" } ?? "."
    switch end {
    case .signal(SpawnedProcess.computedTooLong):
      return Inconsistency(.hang, "The step computed without end, and the process was killed.")
    case .signal(let number):
      let name = SystemProcess.text(ofSignal: number)
      return Inconsistency(.trap, "The process ended by signal \(number) (\(name))\(reason)")
    case .exit(let code):
      return Inconsistency(.exit, "The process ended with the code \(code)\(reason)")
    case .asleep:
      return Inconsistency(
        .hang, "The step waited for something that never happened, and the process was killed.")
    case .memory:
      return Inconsistency(
        .memory, "The process needed more than \(memory >> 20) MiB, and was killed.")
    }
  }
}

/// The end of a program's standard error output.
private struct ProcessEnding {
  /// The reason for which the process ended.
  let reason: String?
  /// The active calls whose source is known; the innermost first.
  let backtrace: [String]

  private static let deepest = 6

  /// Creates the ending from the output of a program.
  ///
  /// - Parameter text: The text, with a backtrace in the format of Swift's runtime.
  init(_ text: String) {
    let lines = text.split(separator: "\n")
    let marks = lines.filter { $0.hasPrefix("*** ") && $0.hasSuffix(" ***") }
      .map { String($0.dropFirst(4).dropLast(4)) }
    let fatal = lines.last { $0.contains("Fatal error: ") }.map { String($0) }
    reason = fatal ?? marks.first { !$0.hasPrefix("Signal ") }
    backtrace = lines.compactMap { Self.call($0) }.prefix(Self.deepest).map(\.self)
  }

  /// Returns the call in a line such as
  /// `1 [ra] 0x… body.getter + 60 in App at /app/Form.swift:12:5`.
  private static func call(_ line: Substring) -> String? {
    guard line.first(where: { $0 != " " })?.isNumber == true, !line.contains("[system]"),
      let address = line.firstRange(of: " 0x"),
      let name = line[address.upperBound...].firstIndex(of: " "),
      line.contains(".swift:")
    else { return nil }
    return String(line[name...].dropFirst())
  }
}
