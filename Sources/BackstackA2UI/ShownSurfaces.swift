import BackstackCoding
import BackstackHTTP
import BackstackScreenText

/// What a client shows, as the id of an event names it: a client that connects again sends it back.
struct ShownSurfaces: Sendable, Hashable {
  private let version: Int
  /// The ids of the surfaces; `nil` for those of the present screen, as the client has not told.
  private let surfaces: [String]?

  init(_ surfaces: Surfaces) {
    version = surfaces.version
    self.surfaces = surfaces.ids
  }

  /// Reads what a request names: the id of an event, or a version.
  ///
  /// - Parameter text: The parameter of the query, which the field of the request comes before.
  /// - Returns: `nil` for a client that begins.
  /// - Throws: `HTTPError` (400) for a parameter that names nothing.
  init?(_ request: HTTPRequest, after text: String?) throws(HTTPError) {
    if let known = request.fields["Last-Event-ID"].flatMap(Self.init(id:)) {
      self = known
      return
    }
    guard let text else { return nil }
    guard let known = Self(id: text) else {
      throw .mistake(
        "The parameter \"after\" is the id of an event, or a version.", code: .invalidQuery)
    }
    self = known
  }

  private init?(id: String) {
    guard let json = try? JSONLiteral(decoding: Array(id.utf8)),
      let version = Int((json.elements.first ?? json).json)
    else { return nil }
    self.version = version
    surfaces = json.elements.isEmpty ? nil : json.elements.dropFirst().compactMap(\.text)
  }

  /// The id of an event that leads to this.
  var id: String {
    JSONLiteral.array([.number("\(version)")] + (surfaces ?? []).map { .string($0) }).json
  }

  /// Returns the messages that lead to a screen: none to the one that the client has.
  func messages(to screen: Surfaces, in version: A2UIVersion) -> [JSONLiteral] {
    if self.version == screen.version { return [] }
    return deletions(in: version, orOf: screen.ids)
      + Surface.messages(from: [], to: screen.all(in: version), in: version)
  }

  /// Returns the messages that delete the surfaces: what they have is not known any more.
  ///
  /// - Parameter others: The surfaces in place of those that the client has not told.
  func deletions(in version: A2UIVersion, orOf others: [String] = []) -> [JSONLiteral] {
    (surfaces ?? others).reversed().map { Surface.deletion(of: $0, in: version) }
  }
}
