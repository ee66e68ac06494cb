import BackstackHTTP
import FoundationEssentials

/// A file that is part of the program. `make web` writes the list of them.
struct BuiltInFile: Sendable {
  let folder: String
  let name: String
  let text: StaticString
  /// The text in the format of gzip, in Base64; empty if that is not shorter.
  let gzip: StaticString
  let tag: String

  /// The policy of the pages: they run only scripts of this server, show only its images, send
  /// requests only to it, and can't make elements of text (Content Security Policy Level 3,
  /// Trusted Types).
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """

  var file: WebFile {
    WebFile(
      name, body: .literal(text),
      compressed: Data(base64Encoded: "\(gzip)").flatMap { $0.isEmpty ? nil : .bytes(Array($0)) },
      tag: tag, policy: Self.policy)
  }
}
