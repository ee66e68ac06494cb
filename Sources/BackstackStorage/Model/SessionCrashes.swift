/// The end of a process while it worked on a session.
public struct SessionCrash: Hashable, Sendable {
  /// The session's id.
  public var id: String
  /// The time at which the process ended.
  public var time: StorageTime
  /// The time span, in milliseconds, within which a second crash quarantines the session; 0 or
  /// more.
  public var span: Int64
  /// The time at which the crash is recorded.
  public var now: StorageTime

  /// Creates a crash of a session; without ``now``, no clock was set back since the session's last one.
  public init(
    id: String, time: StorageTime, span: Int64, now: StorageTime = StorageTime(milliseconds: .max)
  ) {
    self.id = id
    self.time = time
    self.span = span
    self.now = now
  }
}

/// The recorded crashes of a session: the processes that ended while they worked on it.
public struct SessionCrashes: Hashable, Sendable {
  /// The time of the last crash; `nil` if there was none.
  public private(set) var last: StorageTime?
  /// The time of the crash that quarantined the session; `nil` if it is not quarantined.
  public private(set) var quarantined: StorageTime?

  /// Creates a record of crashes.
  public init(last: StorageTime? = nil, quarantined: StorageTime? = nil) {
    self.last = last
    self.quarantined = quarantined
  }

  /// Records a crash. A second crash within the span quarantines the session.
  ///
  /// A crash that is not later than the last one was recorded before and has no effect, nor has a
  /// crash of a quarantined session. Of a last crash whose time is yet to come, as the clock was set back
  /// since, the time is not known: this crash takes its place.
  ///
  /// - Returns: Whether this crash quarantines the session.
  public mutating func note(_ crash: SessionCrash) -> Bool {
    if let last, last > crash.now { self.last = nil }
    guard quarantined == nil, last.map({ $0 < crash.time }) ?? true else { return false }
    defer { last = crash.time }
    guard let last, crash.time.isWithin(crash.span, of: last) else { return false }
    quarantined = crash.time
    return true
  }
}

extension StorageTime {
  /// Returns whether another time is at most `span` milliseconds before this one.
  fileprivate func isWithin(_ span: Int64, of earlier: StorageTime) -> Bool {
    let (distance, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return !overflow && distance <= span
  }
}
