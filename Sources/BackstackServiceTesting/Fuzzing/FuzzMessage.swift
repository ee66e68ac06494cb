/// A command from the fuzzing process to the child process.
struct FuzzCommand: Codable, Sendable {
  let task: FuzzTask
  /// The maximum time that a step may compute, in seconds.
  let secondsPerStep: Int
}

/// The steps that a process has to try.
enum FuzzTask: Codable, Sendable {
  /// A session that the process generates, with a number of steps.
  case explore(seed: UInt64, session: Int, steps: Int)
  /// The given steps.
  case replay([FuzzStep])
}

/// A message from the child process to the fuzzing process.
enum FuzzReply: Codable, Sendable {
  /// The process has reached the call and waits for commands.
  case ready
  /// The process is about to perform a step that it generated.
  case begins(FuzzStep)
  /// The process has performed all steps without a finding.
  case finished
  /// The last step showed an inconsistency.
  case found(kind: String, message: String)
}
