import BackstackPlatform
import BackstackService
import Dispatch
import Glibc

/// The role of a process that performs steps: it receives commands, announces each step before it
/// performs it, and ends with the process that started it.
struct FuzzChild {
  let feature: Feature
  private let socket = FuzzSocket(descriptor: FuzzProcess.descriptor)

  /// Whether a call has assumed the role.
  private static let isTaken = Guarded(false)

  /// The call that has to assume the role in this process; `nil` if the process was not started by
  /// a fuzzer.
  static var call: String? { getenv(FuzzProcess.variable).map { String(cString: $0) } }

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
    _ = fcntl(FuzzProcess.descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Performs commands until the other process has closed the connection.
  func serve() async -> Never {
    // A core file of a trapped process would be useless.
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
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
    _exit(0)
  }

  private func perform(_ command: FuzzCommand) async throws {
    let session = try CheckedSession(of: feature)
    func perform(_ step: FuzzStep) async throws {
      limitComputing(seconds: command.secondsPerStep)
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
    if !socket.send(reply) { _exit(0) }
  }

  /// Waits on a dispatch thread, because it must not block a thread that tasks share.
  private func nextCommand() async -> FuzzCommand? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: socket.receive(FuzzCommand.self))
      }
    }
  }

  /// Sets a limit at which the system ends the process if the next step computes too long.
  private func limitComputing(seconds: Int) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = min(limit.rlim_max, rlim_t(used + 1 + seconds))
    setrlimit(resource, &limit)
  }
}
