import BackstackCoding
import BackstackPlatform
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns a sentence about the error of a command, for people.
///
/// Errors of this package have one as their description; those of Foundation and of decoders have
/// one for programmers.
func sentence(about error: any Error) -> String {
  switch error {
  case let error as CocoaError: sentence(about: error)
  case let error as DecodingError: sentence(about: error)
  default: "\(error)"
  }
}

private func sentence(about error: CocoaError) -> String {
  let file = error.filePath ?? error.url?.path ?? "A file"
  let reason = (error.underlying as? POSIXError).map { SystemError($0.code.rawValue).reason }
  // Those between are about reading, and the few below about a file that is not there.
  let isWrite = error.code.rawValue >= CocoaError.fileWriteUnknown.rawValue
  return "\(file) can't be \(isWrite ? "written" : "used")\(reason.map { ": \($0)" } ?? "")."
}

private func sentence(about error: DecodingError) -> String {
  let context =
    switch error {
    case .keyNotFound(_, let context), .valueNotFound(_, let context),
      .typeMismatch(_, let context), .dataCorrupted(let context):
      context
    @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
    }
  let position = JSONPointerText.pointer(context.codingPath)
  return (position.isEmpty ? "" : "\(position): ") + context.debugDescription
}
