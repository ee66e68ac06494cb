import BackstackCoding
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
    var scout = FuzzScout(FuzzMap(feature))
    tell(.ready)
    while let command = await nextCommand() {
      do {
        tell(.finished(state: try await perform(command, &scout)))
      } catch let inconsistency as Inconsistency {
        tell(.found(kind: inconsistency.kind.rawValue, message: inconsistency.message))
      } catch {
        tell(.found(kind: Inconsistency.Kind.malformed.rawValue, message: "\(error)"))
      }
    }
    SystemProcess.exitAtOnce(0)
  }

  /// - Returns: The state of the session at the end, as JSON; `nil` without a session.
  private func perform(
    _ command: FuzzCommand, _ scout: inout FuzzScout
  ) async throws -> String? {
    let session = try CheckedSession(of: feature)
    func perform(_ step: FuzzStep) async throws {
      // The system ends the process if the step computes too long.
      SystemProcess.limitComputing(seconds: command.secondsPerStep)
      try await session.perform(step)
    }
    switch command.task {
    case .explore(let seed, let round, let given, let count):
      var planner = FuzzPlanner(feature, random: FuzzRandom(seed: seed, session: round))
      scout.begin()
      for index in 0...(given.count + count) {
        let step =
          index < given.count
          ? given[index]
          : index == given.count + count
            ? .readHistory
            : planner.next(
              session.snapshot, versions: session.versions,
              leastTried: given.isEmpty
                ? [] : session.snapshot.map { scout.leastTried(in: $0.state) } ?? [],
              isFirst: index == given.count)
        tell(.begins(step))
        let before = (session.path, session.snapshot)
        try await perform(step)
        let points = scout.note(
          step, from: before.1?.state, to: session.snapshot?.state,
          isAccepted: step.isAccepted(before: before, after: (session.path, session.snapshot)))
        if !points.isEmpty { tell(.reached(points, by: scout.trail)) }
      }
    case .replay(let steps):
      for step in steps { try await perform(step) }
    }
    return session.snapshot?.state.json
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

extension FuzzStep {
  /// Returns whether the step was not refused, as far as the session shows.
  fileprivate func isAccepted(
    before: (path: String?, snapshot: CheckedSession.Snapshot?),
    after: (path: String?, snapshot: CheckedSession.Snapshot?)
  ) -> Bool {
    switch self {
    case .create: before.path != after.path
    case .send, .restore: before.snapshot?.version != after.snapshot?.version
    case .begin, .advance, .resume, .readHistory: true
    }
  }
}
