/// What the process that asks tells the one that tries.
struct FuzzCommand: Codable, Sendable {
  let task: FuzzTask
  /// How many seconds a step may compute.
  let secondsPerStep: Int
}

/// What a process is to try.
enum FuzzTask: Codable, Sendable {
  /// Make up a session of so many steps.
  case explore(seed: UInt64, session: Int, steps: Int)
  /// Do those steps.
  case replay([FuzzStep])
}

/// What the process that tries tells the one that asks.
enum FuzzReply: Codable, Sendable {
  /// It has come to the call, and waits for commands.
  case ready
  /// It is about to do a step that it made up.
  case begins(FuzzStep)
  /// It has done all steps, of which nothing came.
  case finished
  /// The last step showed that something is wrong.
  case found(kind: String, message: String)
}
