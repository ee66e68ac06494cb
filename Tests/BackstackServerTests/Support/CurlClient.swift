import BackstackCurl
import BackstackTestSupport
import Dispatch

/// A client with one persistent connection. Requests are sent one after the other.
final class CurlClient: Sendable {
  let origin: String
  private let handle = CurlHandle()
  private let queue = DispatchQueue(label: "curl")

  /// - Parameter origin: Scheme, host and port, such as `http://127.0.0.1:8080`.
  init(_ origin: String) { self.origin = origin }

  convenience init(port: Int) { self.init("http://127.0.0.1:\(port)") }

  /// Sends a request and waits for the response, for at most ``patience`` seconds.
  ///
  /// - Throws: ``TestFailure`` when there is no complete response.
  func send(
    _ method: String, _ path: String, fields: [String: String] = [:], content: [UInt8]? = nil
  ) async throws -> Answer {
    let url = origin + path
    return try await offPool(on: queue) { [handle] in
      try handle.send(method, url, fields: fields, content: content)
    }
  }

  func get(_ path: String, fields: [String: String] = [:]) async throws -> Answer {
    try await send("GET", path, fields: fields)
  }

  /// Posts JSON.
  func post(
    _ path: String, _ json: String, fields: [String: String] = [:]
  ) async throws -> Answer {
    let fields = fields.merging(["Content-Type": "application/json"]) { given, _ in given }
    return try await send("POST", path, fields: fields, content: Array(json.utf8))
  }
}

/// An easy handle of libcurl.
private final class CurlHandle: @unchecked Sendable {
  // Sound: a client uses its handle only on its serial queue.
  private let handle: UnsafeMutableRawPointer

  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init() {
    precondition(Self.isInitialized, "libcurl can't be initialized.")
    handle = backstack_curl_make()
  }

  deinit { backstack_curl_free(handle) }

  /// A response while it is received.
  private final class Reception {
    var head: [UInt8] = []
    var content: [UInt8] = []
  }

  func send(
    _ method: String, _ url: String, fields: [String: String], content: [UInt8]?
  ) throws -> Answer {
    backstack_curl_reset(handle)
    var list: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(list) }
    for (name, value) in fields { list = curl_slist_append(list, "\(name): \(value)") }

    try set(CURLOPT_URL, url)
    try set(CURLOPT_CUSTOMREQUEST, method)
    try set(CURLOPT_NOPROXY, "*")
    // `OPTIONS *` has no path.
    if url.hasSuffix("/*") { try set(CURLOPT_REQUEST_TARGET, "*") }
    for (option, value) in [
      (CURLOPT_TIMEOUT, patience), (CURLOPT_NOSIGNAL, 1), (CURLOPT_PATH_AS_IS, 1),
      (CURLOPT_NOBODY, method == "HEAD" ? 1 : 0),
    ] {
      try check(backstack_curl_set_number(handle, option, value))
    }
    try check(backstack_curl_set_list(handle, CURLOPT_HTTPHEADER, list))
    if let content {
      try check(backstack_curl_set_number(handle, CURLOPT_POSTFIELDSIZE, content.count))
      try content.withUnsafeBytes {
        // An empty array has no address. Without an address libcurl would read from its read
        // callback.
        let bytes = $0.isEmpty ? nil : UnsafeMutableRawPointer(mutating: $0.baseAddress)
        if bytes == nil {
          try set(CURLOPT_COPYPOSTFIELDS, "")
        } else {
          try check(backstack_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, bytes))
        }
      }
      // Set again, because content changes the method to POST.
      try set(CURLOPT_CUSTOMREQUEST, method)
    }

    let reception = Reception()
    try withExtendedLifetime(reception) {
      let context = Unmanaged.passUnretained(reception).toOpaque()
      try check(
        backstack_curl_set_sink(handle, CURLOPT_HEADERFUNCTION) {
          CurlHandle.take($0, $1 * $2, $3) { $0.head.append(contentsOf: $1) }
        })
      try check(backstack_curl_set_pointer(handle, CURLOPT_HEADERDATA, context))
      try check(
        backstack_curl_set_sink(handle, CURLOPT_WRITEFUNCTION) {
          CurlHandle.take($0, $1 * $2, $3) { $0.content.append(contentsOf: $1) }
        })
      try check(backstack_curl_set_pointer(handle, CURLOPT_WRITEDATA, context))
      let code = backstack_curl_perform(handle)
      guard code == 0 else {
        let reason = backstack_curl_message(code).map { String(cString: $0) } ?? "error \(code)"
        throw TestFailure("\(method) \(url) got no response: \(reason)")
      }
    }
    let lines = String(decoding: reception.head, as: UTF8.self).split(separator: "\r\n")
    // Interim responses come before the final one.
    let start = lines.lastIndex { $0.hasPrefix("HTTP/") } ?? lines.startIndex
    return Answer(
      status: backstack_curl_get_number(handle, CURLINFO_RESPONSE_CODE),
      fields: Answer.fields(lines[start...]), content: reception.content)
  }

  private static func take(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ append: (Reception, UnsafeRawBufferPointer) -> Void
  ) -> Int {
    guard let context else { return 0 }
    // Sound: `send` keeps the reception alive while the request is performed.
    let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
    append(reception, UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  private func set(_ option: CURLoption, _ text: String) throws {
    try check(backstack_curl_set_text(handle, option, text))
  }

  private func check(_ code: Int32) throws {
    guard code == 0 else { throw TestFailure("libcurl refuses an option: error \(code)") }
  }
}
