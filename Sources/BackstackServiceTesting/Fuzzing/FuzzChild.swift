import BackstackLocking
import BackstackService
import Dispatch
import Glibc

/// The role of a process that tries steps: it does what it is told, says each step before it does it,
/// and ends with the process that started it.
struct FuzzChild {
  let feature: Feature
  private let socket = FuzzSocket(descriptor: FuzzProcess.descriptor)

  /// Whether a call has taken the role.
  private static let isTaken = Guarded(false)

  /// The call that is to take the role in this process; `nil` in one that tries nothing.
  static var call: String? { getenv(FuzzProcess.variable).map { String(cString: $0) } }

  /// The role, for the first call that is the one it was started for.
  init?(_ feature: Feature, call: String) {
    guard Self.call == call else { return nil }
    let isFirst = Self.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFirst else { return nil }
    self.feature = feature
    // What the feature starts must not keep the connection open when this process has ended.
    _ = fcntl(FuzzProcess.descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Does what it is told until there is nobody to tell.
  func serve() async -> Never {
    // Nobody looks at the memory of one that has trapped.
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

  /// Waits on a thread of its own: one of those that tasks share must not be occupied.
  private func nextCommand() async -> FuzzCommand? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: socket.receive(FuzzCommand.self))
      }
    }
  }

  /// Has the system end the process when the next step computes for too long.
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
