/// Whether a session can be reached.
public enum RemoteStatus: Hashable, Sendable {
  /// There was no response yet.
  case connecting
  /// The shown state is the service's.
  case online
  /// The stream is lost for more than a second, and is opened again and again; `error` says why,
  /// if there is more than a closed connection to tell.
  case offline(error: RemoteError?)
  /// The session has ended, is not readable or was closed: nothing happens any more.
  case gone(RemoteError)
}

/// How actions ended that were not refused.
public enum RemoteOutcome: Hashable, Sendable {
  /// They took effect, once.
  case sent
  /// The element that they were for is no longer on the stack: nothing was changed.
  case stale
  /// They don't make sense for the present state, as the caller's condition says: not sent.
  case skipped
}
