import Dispatch
import Glibc

/// Tries steps in another process, and starts a new one when that has ended.
///
/// It blocks while it waits, on a thread of its own.
actor FuzzTrials {
  /// A thread that may wait.
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "backstack.fuzzing")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// What became of steps.
  struct Outcome: Sendable {
    let inconsistency: Inconsistency?
    /// The steps that were made up, the last of which showed what is wrong.
    let steps: [FuzzStep]
    /// Where the process trapped, the innermost call first, if it shows that.
    var backtrace: [String] = []
  }

  private let call: String
  private let arguments: [String]
  private let memory: Int
  private let secondsPerStep: Int
  private var process: FuzzProcess?
  /// How many processes were started.
  private(set) var processCount = 0

  /// - Parameters:
  ///   - call: The call that takes the other role.
  ///   - arguments: The arguments of the program, its name included.
  ///   - memory: How many bytes of memory a process may have.
  ///   - secondsPerStep: How long a step may compute, or wait for what never comes.
  init(call: String, arguments: [String], memory: Int, secondsPerStep: Int) {
    self.call = call
    self.arguments = arguments
    self.memory = memory
    self.secondsPerStep = secondsPerStep
  }

  /// Has something tried.
  ///
  /// - Parameters:
  ///   - task: The steps to try.
  ///   - showsBacktrace: Whether the outcome of what traps has a backtrace; it is tried in a process of
  ///     its own then, which takes seconds to end.
  /// - Returns: What became of it.
  /// - Throws: ``FuzzError`` when no process comes to the call.
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
    // A process sleeps while the runtime writes its backtrace, on a busy machine for more than a step takes.
    let patience = showsBacktrace ? max(300, secondsPerStep) : secondsPerStep
    var steps: [FuzzStep] = []
    while let reply = process.receive(memory: memory, seconds: patience) {
      switch reply {
      case .ready: continue
      case .begins(let step): steps.append(step)
      case .finished: return Outcome(inconsistency: nil, steps: steps)
      case .found(let kind, let message):
        return Outcome(
          inconsistency: Inconsistency(Inconsistency.Kind(rawValue: kind), message), steps: steps)
      }
    }
    self.process = nil
    let end = process.waitForEnd()
    let ending = ProcessEnding(process.errorText)
    return Outcome(
      inconsistency: inconsistency(end, ending.reason), steps: steps, backtrace: ending.backtrace)
  }

  private func start(showsBacktrace: Bool) throws(FuzzError) -> FuzzProcess {
    let process = try FuzzProcess(
      call: call, arguments: arguments, showsBacktrace: showsBacktrace)
    processCount += 1
    // What the program does before may take its time.
    guard case .ready = process.receive(memory: memory, seconds: max(60, secondsPerStep)) else {
      _ = process.waitForEnd()
      throw FuzzError(
        message: """
          The program was started once more (\(arguments.joined(separator: " "))) and did not come to \
          the same call of run. \(process.errorText.suffix(2000))
          """)
    }
    return process
  }

  /// What is wrong with a feature whose process has ended.
  private func inconsistency(_ end: FuzzProcess.End, _ reason: String?) -> Inconsistency {
    let reason = reason.map { ": \($0)" } ?? "."
    switch end {
    case .signal(SIGXCPU):
      return Inconsistency(.hang, "The step computed without end, and the process was ended.")
    case .signal(let number):
      let name = String(cString: strsignal(number))
      return Inconsistency(.trap, "The process ended by signal \(number) (\(name))\(reason)")
    case .exit(let code):
      return Inconsistency(.exit, "The process ended with the code \(code)\(reason)")
    case .asleep:
      return Inconsistency(
        .hang, "The step waited for what never came, and the process was ended.")
    case .memory:
      return Inconsistency(
        .memory, "The process needed more than \(memory >> 20) MiB, and was ended.")
    }
  }
}

/// What a program wrote to standard error at its end.
private struct ProcessEnding {
  /// Why it ended.
  let reason: String?
  /// The calls that it was in, where their source is known; the innermost first.
  let backtrace: [String]

  private static let deepest = 6

  /// - Parameter text: The text; that of a backtrace is the one that Swift's runtime writes.
  init(_ text: String) {
    let lines = text.split(separator: "\n")
    let marks = lines.filter { $0.hasPrefix("*** ") && $0.hasSuffix(" ***") }
      .map { String($0.dropFirst(4).dropLast(4)) }
    let fatal = lines.last { $0.contains("Fatal error: ") }.map { String($0) }
    reason = fatal ?? marks.first { !$0.hasPrefix("Signal ") }
    backtrace = lines.compactMap { Self.call($0) }.prefix(Self.deepest).map(\.self)
  }

  /// The call of a line such as `1 [ra] 0x… body.getter + 60 in App at /app/Form.swift:12:5`.
  private static func call(_ line: Substring) -> String? {
    guard line.first(where: { $0 != " " })?.isNumber == true, !line.contains("[system]"),
      let address = line.firstRange(of: " 0x"),
      let name = line[address.upperBound...].firstIndex(of: " "),
      line.contains(".swift:")
    else { return nil }
    return String(line[name...].dropFirst())
  }
}
