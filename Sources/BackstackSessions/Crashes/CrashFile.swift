import BackstackPlatform

/// The file in which a process that ends by a fault records the session that it worked on.
struct CrashFile {
  /// The reason why the file can't be used.
  struct Failure: Error {
    let message: String

    fileprivate init(notRegular path: String) { message = "\(path) is not a regular file." }

    fileprivate init(_ error: SystemError, _ what: String, _ path: String) {
      message = "\(path) can't be \(what): \(error.reason)."
    }
  }

  /// The number of bytes that are read of a long file, from its end.
  private static let maximumSize = 1 << 20

  /// Open for appending, so that no record overwrites another.
  let descriptor: Int32
  private let path: String

  /// Opens the file, and creates it if it does not exist.
  ///
  /// - Throws: ``Failure``.
  init(path: String) throws(Failure) {
    self.path = path
    let opened: Int32?
    do throws(SystemError) {
      opened = try FileDescriptor.openForRecords(path)
    } catch {
      throw Failure(error, "opened", path)
    }
    guard let opened else { throw Failure(notRegular: path) }
    descriptor = opened
  }

  func close() { FileDescriptor.close(descriptor) }

  /// Returns the records in the file, oldest first.
  ///
  /// - Throws: ``Failure``.
  func records() throws(Failure) -> [CrashRecord] {
    do throws(SystemError) {
      return CrashRecord.all(in: try FileDescriptor.end(of: descriptor, upTo: Self.maximumSize))
    } catch {
      throw Failure(error, "read", path)
    }
  }

  /// Empties the file, once all its records are stored elsewhere.
  ///
  /// - Throws: ``Failure``.
  func clear() throws(Failure) {
    do throws(SystemError) {
      try FileDescriptor.removeAll(from: descriptor)
    } catch {
      throw Failure(error, "emptied", path)
    }
  }
}
