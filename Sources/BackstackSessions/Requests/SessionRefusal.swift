/// The refusal of a request to a session.
package struct SessionRefusal: Error {
  package let error: SessionError
  /// The writer that may have yet to store the reason, which is sent afterwards.
  package let writer: SessionWriter?
  /// The session, if it was found.
  package let entry: SessionRegistry.Entry?
  /// The member of a creation that is at fault.
  package var member: CreationRequest.Member?
  /// Whether a client waits for the refusal, or only an effect does.
  var priority = WritePriority.client

  package init(_ error: SessionError, until writer: SessionWriter? = nil) {
    self.error = error
    self.writer = writer
    entry = nil
  }

  static func from<Success>(
    _ result: Result<Success, SessionError>
  ) throws(SessionRefusal) -> Success {
    do throws(SessionError) { return try result.get() } catch { throw SessionRefusal(error) }
  }

  init(_ error: SessionError, of entry: SessionRegistry.Entry) {
    self.error = error
    self.entry = entry
    writer = entry.session.writer
  }
}
