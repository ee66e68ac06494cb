public import BackstackHTTP
import BackstackPlatform

/// A file that browsers get as it is, such as a page, a script or a style sheet.
public struct WebFile: Sendable {
  /// The name in its folder, such as `levels.js`.
  public let name: String
  private let type: WebFileType
  private let policy: String?
  private let forms: @Sendable () -> Forms

  /// The forms that a file is sent in.
  private struct Forms: Sendable {
    let body: HTTPBody
    let tag: String
    /// Returns the same content in the format of gzip (RFC 1952), if that is shorter.
    var compressed: @Sendable () -> HTTPBody? = { nil }
  }

  private init(_ name: String, policy: String?, forms: @escaping @Sendable () -> Forms) {
    self.name = name
    type = WebFileType(of: name)
    self.policy = type == .html ? policy : nil
    self.forms = forms
  }

  /// Creates a file that is sent as it is.
  ///
  /// - Parameter policy: The content security policy of a page; `nil` for none.
  package init(_ name: String, _ bytes: [UInt8], policy: String? = nil) {
    let forms = Forms(body: .bytes(bytes), tag: Self.tag(of: bytes))
    self.init(name, policy: policy) { forms }
  }

  /// Creates a file that is made while the program runs. It is compressed when a client first asks for
  /// that.
  package init(_ name: String, made bytes: [UInt8]) {
    let forms = Self.compressible(bytes)
    self.init(name, policy: nil) { forms }
  }

  /// Creates a file that is made when it is first needed, and compressed when a client first asks for
  /// that.
  init(_ name: String, policy: String? = nil, make: @escaping @Sendable () -> [UInt8]) {
    let forms = Lazy<Forms>()
    self.init(name, policy: policy) { forms.value { Self.compressible(make()) } }
  }

  private static func compressible(_ bytes: [UInt8]) -> Forms {
    let compressed = Lazy<HTTPBody?>()
    return Forms(body: .bytes(bytes), tag: tag(of: bytes)) {
      compressed.value {
        let packed = Gzip.pack(bytes)
        return packed.count < bytes.count ? .bytes(packed) : nil
      }
    }
  }

  /// Returns a text that differs for other content, and is the same in each process (FNV-1a).
  static func tag(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "-" + String(bytes.count, radix: 16)
  }

  /// The number of bytes that a client gets, with gzip if it is shorter.
  package var count: Int { (forms().compressed() ?? forms().body).count }
  /// The content.
  package var content: [UInt8] { forms().body.bytes }

  /// Returns the response to a GET or HEAD request.
  ///
  /// Clients ask each time whether their copy is the present one (RFC 9111 §5.2.2.4), so that the
  /// files of a page always fit together, also after a new version of the server.
  ///
  /// - Parameter isImmutable: Whether the path names this content and never another. Then clients
  ///   keep their copy for a year, and don't ask (RFC 8246 §2).
  public func response(to request: HTTPRequest, isImmutable: Bool = false) -> HTTPResponse {
    let forms = forms()
    var body = forms.body
    var tag = forms.tag
    var fields = HTTPFields()
    if request.acceptsGzip, let compressed = forms.compressed() {
      body = compressed
      // Another representation, so another tag (RFC 9110 §8.8.3.3).
      tag += "-gzip"
      fields.append(.contentEncoding, "gzip")
    }
    fields.append(.contentType, type.mediaType)
    let isCurrent = request.entityTags(in: .ifNoneMatch)?.matches(tag) ?? false
    // A response with status 304 has the fields that a cache needs (RFC 9110 §15.4.5).
    if isCurrent { fields = HTTPFields() }
    fields.append(.eTag, "\"\(tag)\"")
    fields.append(.cacheControl, isImmutable ? "max-age=31536000, immutable" : "no-cache")
    fields.append(.vary, "Accept-Encoding")
    if isCurrent { return HTTPResponse(status: .notModified, fields: fields) }
    if type == .html { Self.protect(&fields, policy) }
    return HTTPResponse(fields: fields, body: body)
  }

  /// Returns a response with a page of text and links, which needs no other file.
  package static func page(_ html: String) -> HTTPResponse {
    var fields: HTTPFields = [
      .contentType: WebFileType.html.mediaType, .cacheControl: "no-cache",
    ]
    protect(
      &fields,
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    return HTTPResponse(fields: fields, body: .text(html))
  }

  /// Adds the fields of pages.
  private static func protect(_ fields: inout HTTPFields, _ policy: String?) {
    if let policy { fields.append("Content-Security-Policy", policy) }
    fields.append("Referrer-Policy", "no-referrer")
    fields.append("Cross-Origin-Opener-Policy", "same-origin")
  }
}

/// The type of a file, by the ending of its name.
enum WebFileType: String {
  case css, gif, html, ico, jpeg, jpg, js, json, map, md, mjs, png, svg, ts, txt, webmanifest, webp
  case wasm, woff2, yaml
  case other

  init(of name: String) {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    self = Self(rawValue: ending.lowercased()) ?? .other
  }

  var mediaType: String {
    switch self {
    case .css: "text/css; charset=utf-8"
    case .gif: "image/gif"
    case .html: "text/html; charset=utf-8"
    case .ico: "image/x-icon"
    case .jpeg, .jpg: "image/jpeg"
    case .js, .mjs: "text/javascript; charset=utf-8"
    case .json, .map: "application/json"
    case .md, .ts, .txt: "text/plain; charset=utf-8"
    case .png: "image/png"
    case .svg: "image/svg+xml"
    case .wasm: "application/wasm"
    case .webmanifest: "application/manifest+json"
    case .webp: "image/webp"
    case .woff2: "font/woff2"
    case .yaml: "application/yaml"
    case .other: "application/octet-stream"
    }
  }
}

extension HTTPRequest {
  /// Whether the client takes gzip (RFC 9110 §12.5.3), which has two names (§8.4.1.3).
  fileprivate var acceptsGzip: Bool {
    func weight(of coding: String) -> Double? { fields.weight(of: coding, in: "Accept-Encoding") }
    return weight(of: "gzip") ?? weight(of: "x-gzip") ?? weight(of: "*") ?? 0 > 0
  }
}
