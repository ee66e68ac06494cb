import BackstackPlatform
import BackstackStorage
import Dispatch

/// The quarantine of sessions that ended the process, and the file in which those are recorded that
/// end this one.
package final class CrashQuarantine: Sendable {
  private let configuration: SessionConfiguration
  private let health: StorageHealth
  /// The features' parts of crash reports, which have the file.
  private let labels: [CrashLabel]
  /// The file that records crashes while the process runs.
  private let file = Guarded<CrashFile?>(nil)
  private let watch = Guarded<(any DispatchSourceTimer)?>(nil)

  init(
    _ configuration: SessionConfiguration, health: StorageHealth,
    of runtimes: some Sequence<FeatureRuntime>
  ) {
    self.configuration = configuration
    self.health = health
    labels = runtimes.compactMap(\.crashLabel)
  }

  /// Starts crash reporting, if it is configured. Called before there are requests; waits for the
  /// storage.
  package func begin() {
    guard configuration.crashReporting != nil else { return }
    if !CrashHandler.install() {
      log("crash-reporting-failed", "The process has no room for another thread key.")
    }
    record()
    watchWork()
  }

  /// Quarantines the sessions that ended earlier processes, and starts to record those that end
  /// this one.
  func record() {
    guard let reporting = configuration.crashReporting, let storage = configuration.storage,
      let path = reporting.recordPath
    else { return }
    do throws(CrashFile.Failure) {
      let file = try CrashFile(path: path)
      set(file)
      let records = try file.records()
      let span = Int64(max(0, min(reporting.quarantineSpan, 1e9)) * 1000)
      var areStored = true
      for record in records where !note(record, span: span, in: storage) { areStored = false }
      // A crash that is stored counts once, even if its record is read again.
      if areStored, !records.isEmpty { try file.clear() }
    } catch {
      log("crash-file-unusable", error.message)
    }
    count()
  }

  /// Stops recording crashes.
  package func end() {
    set(nil)
    watch.withLock { $0.take()?.cancel() }
  }

  private func watchWork() {
    guard let limit = configuration.crashReporting?.workLimit else { return }
    let nanoseconds = Int64(max(0.001, min(limit, 1e9)) * 1e9)
    let report = { @Sendable [configuration] in
      configuration.logEvent(.error, "work-limit-exceeded") { line in
        line.member("message", "Work on a session has used a processor for \(limit) s.")
      }
    }
    watch.withLock { $0 = WorkWatch(limit: nanoseconds).begin(report) }
  }

  /// Counts the quarantined sessions, which other processes may release.
  func count() {
    let query = StorageQuery.quarantineCount { [health] result in
      if case .success(let count) = result { health.noteQuarantined(count) }
    }
    configuration.storage?.ask(query)
  }

  private func set(_ file: CrashFile?) {
    for label in labels { label.setFile(file?.descriptor ?? -1) }
    let previous = self.file.withLock { present in
      defer { present = file }
      return present
    }
    previous?.close()
  }

  /// Stores a crash.
  ///
  /// - Returns: Whether it is stored, or never will be.
  private func note(_ record: CrashRecord, span: Int64, in storage: any SessionStorage) -> Bool {
    let now = StorageTime(configuration.now())
    let crash = SessionCrash(
      id: record.id.description, time: record.time, span: span, now: now)
    let result = Guarded<Result<Bool, StorageError>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let write = StorageWrite.recordCrash(crash) { outcome in
      result.withLock { $0 = outcome }
      done.signal()
    }
    storage.submit(write)
    done.wait()
    switch result.withLock({ $0 }) {
    case .success(let isQuarantined) where isQuarantined:
      log(
        "session-quarantined", "The process crashed twice while it worked on this session.",
        record.id)
      return true
    // A session that was never stored, has ended or can't be read needs no protection.
    case .success, .failure(.notFound), .failure(.ended), .failure(.unreadableRecord),
      .failure(.invalid):
      return true
    case .failure(let error):
      log("crash-not-stored", error.description, record.id)
      return false
    case nil: return false
    }
  }

  private func log(_ event: String, _ message: String, _ id: SessionID? = nil) {
    configuration.logEvent(.error, event, of: id) { $0.member("message", message) }
  }
}
