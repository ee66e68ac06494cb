extension HTTPRequestParser {
  /// Whether content follows the head just read.
  var hasContent: Bool {
    switch state {
    case .content(let remaining): remaining > 0
    case .chunked: true
    default: false
    }
  }

  /// The number of bytes of content to come, if its length was announced.
  var contentLength: Int? {
    if case .content(let remaining) = state { remaining } else { nil }
  }
}
