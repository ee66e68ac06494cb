/// The end of a process while it worked on a session.
public struct SessionCrash: Hashable, Sendable {
  /// The session's id.
  public var id: String
  /// When the process ended.
  public var time: StorageTime
  /// The span in which a second crash quarantines the session, in milliseconds; 0 or more.
  public var span: Int64

  /// A crash of a session.
  public init(id: String, time: StorageTime, span: Int64) {
    self.id = id
    self.time = time
    self.span = span
  }
}

/// The memory of the processes that ended while they worked on a session.
public struct SessionCrashes: Hashable, Sendable {
  /// When the last one ended; `nil` when none has.
  public private(set) var last: StorageTime?
  /// The crash that quarantined the session; `nil` when it is not quarantined.
  public private(set) var quarantined: StorageTime?

  /// The memory of a session.
  public init(last: StorageTime? = nil, quarantined: StorageTime? = nil) {
    self.last = last
    self.quarantined = quarantined
  }

  /// Notes a crash: a second one within its span quarantines the session.
  ///
  /// A crash that is not later than the last one was noted before, and changes nothing; nor does any
  /// crash of a quarantined session.
  ///
  /// - Returns: Whether the session is quarantined by this crash.
  public mutating func note(_ crash: SessionCrash) -> Bool {
    guard quarantined == nil, last.map({ $0 < crash.time }) ?? true else { return false }
    defer { last = crash.time }
    guard let last, crash.time.isWithin(crash.span, of: last) else { return false }
    quarantined = crash.time
    return true
  }
}

extension StorageTime {
  /// Whether a time is at most so many milliseconds before this one.
  fileprivate func isWithin(_ span: Int64, of earlier: StorageTime) -> Bool {
    let (distance, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return !overflow && distance <= span
  }
}
