import BackstackPlatform
import BackstackService
import Dispatch

/// The role of a process that performs steps: it receives commands, announces each step before it
/// performs it, and ends with the process that started it.
struct FuzzChild {
  let feature: Feature
  private let socket = FuzzSocket(descriptor: SpawnedProcess.sharedDescriptor)

  /// Whether a call has assumed the role.
  private static let isTaken = Guarded(false)

  /// The call that has to assume the role in this process; `nil` if the process was not started by
  /// a fuzzer.
  static var call: String? { SystemProcess.environment(FuzzProcess.variable) }

  /// Creates the role for the first call that matches the one the process was started for.
  init?(_ feature: Feature, call: String) {
    guard Self.call == call else { return nil }
    let isFirst = Self.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFirst else { return nil }
    self.feature = feature
    // Programs that the feature starts must not keep the connection open after this process has
    // ended.
    FileDescriptor.closeOnExec(SpawnedProcess.sharedDescriptor)
  }

  /// Performs commands until the other process has closed the connection.
  func serve() async -> Never {
    // A core file of a trapped process would be useless.
    SystemProcess.disableCoreFiles()
    tell(.ready)
    while let command = await nextCommand() {
      do {
        try await perform(command)
        tell(.finished)
      } catch let inconsistency as Inconsistency {
        tell(.found(kind: inconsistency.kind.rawValue, message: inconsistency.message))
      } catch {
        tell(.found(kind: Inconsistency.Kind.malformed.rawValue, message: "\(error)"))
      }
    }
    SystemProcess.exitAtOnce(0)
  }

  private func perform(_ command: FuzzCommand) async throws {
    let session = try CheckedSession(of: feature)
    func perform(_ step: FuzzStep) async throws {
      // The system ends the process if the step computes too long.
      SystemProcess.limitComputing(seconds: command.secondsPerStep)
      try await session.perform(step)
    }
    switch command.task {
    case .explore(let seed, let number, let count):
      var planner = FuzzPlanner(feature, random: FuzzRandom(seed: seed, session: number))
      for index in 0...count {
        let step =
          index == count
          ? .readHistory : planner.next(session.snapshot, versions: session.versions)
        tell(.begins(step))
        try await perform(step)
      }
    case .replay(let steps):
      for step in steps { try await perform(step) }
    }
  }

  private func tell(_ reply: FuzzReply) {
    if !socket.send(reply) { SystemProcess.exitAtOnce(0) }
  }

  /// Waits on a dispatch thread, because it must not block a thread that tasks share.
  private func nextCommand() async -> FuzzCommand? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: socket.receive(FuzzCommand.self))
      }
    }
  }
}
