import BackstackPlatform
import BackstackStorage
import Dispatch

extension SessionDirectory {
  /// Starts crash reporting, if it is configured. Called before there are requests; waits for the
  /// storage.
  package func beginCrashReporting() {
    guard configuration.crashReporting != nil else { return }
    if !CrashHandler.install() {
      logCrashes("crash-reporting-failed", "The process has no room for another thread key.")
    }
    recordCrashes()
  }

  /// Quarantines the sessions that ended earlier processes, and starts to record those that end
  /// this one.
  func recordCrashes() {
    guard let reporting = configuration.crashReporting, let storage = configuration.storage,
      let path = reporting.recordPath
    else { return }
    do throws(CrashFile.Failure) {
      let file = try CrashFile(path: path)
      setCrashFile(file)
      let records = try file.records()
      let span = Int64(max(0, min(reporting.quarantineSpan, 1e9)) * 1000)
      var areStored = true
      for record in records where !note(record, span: span, in: storage) { areStored = false }
      // A crash that is stored counts once, even if its record is read again.
      if areStored, !records.isEmpty { try file.clear() }
    } catch {
      logCrashes("crash-file-unusable", error.message)
    }
    countQuarantined()
  }

  /// Stops recording crashes.
  package func endCrashReporting() { setCrashFile(nil) }

  private func setCrashFile(_ file: CrashFile?) {
    for runtime in runtimes.values {
      runtime.crashLabel?.setFile(file?.descriptor ?? -1)
    }
    let previous = crashFile.withLock { present in
      defer { present = file }
      return present
    }
    previous?.close()
  }

  /// Stores a crash.
  ///
  /// - Returns: Whether it is stored, or never will be.
  private func note(_ record: CrashRecord, span: Int64, in storage: any SessionStorage) -> Bool {
    let crash = SessionCrash(id: record.id.description, time: record.time, span: span)
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
      logCrashes(
        "session-quarantined", "The process crashed twice while it worked on this session.",
        record.id)
      return true
    // A session that was never stored, has ended or can't be read needs no protection.
    case .success, .failure(.notFound), .failure(.ended), .failure(.unreadableRecord),
      .failure(.invalid):
      return true
    case .failure(let error):
      logCrashes("crash-not-stored", error.description, record.id)
      return false
    case nil: return false
    }
  }

  private func logCrashes(_ event: String, _ message: String, _ id: SessionID? = nil) {
    configuration.logEvent(.error, event, of: id) { $0.member("message", message) }
  }
}
