import BackstackCoding
import BackstackHTTP

/// The text about a kind of problem at the path in its `type`: the only source of these texts.
struct ProblemGuide: Sendable {
  /// The last segment of the problem's `type`.
  let slug: String
  let title: String
  /// The statuses of the responses with this problem, in ascending order.
  let statuses: [HTTPStatus]
  /// The cause of the problem, and the remedy for the client, in sentences with Markdown's code
  /// spans.
  let cause: String
  let remedy: String

  /// The prefix of the guides' paths.
  static let folder = "/problems/"

  /// The guides to all kinds of problems, in the order of their slugs.
  static let all: [Self] = texts.map { text in
    let kinds = Problem.Kind.all.filter { $0.slug == text.slug }
    let status = text.status ?? .internalServerError
    return Self(
      slug: text.slug, title: kinds.first?.title ?? Problem.title(of: status),
      statuses: kinds.isEmpty ? [status] : kinds.map(\.status), cause: text.cause,
      remedy: text.remedy)
  }.sorted { $0.slug < $1.slug }

  private static let bySlug = Dictionary(
    all.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the guide to a kind of problem; `nil` if there is no such kind.
  static func find(_ slug: String) -> Self? { bySlug[slug] }

  /// Writes the guide as an object.
  ///
  /// - Parameter base: The path below which clients reach the service.
  func write(to json: inout JSONWriter, below base: String) {
    json.beginObject()
    json.member("type", base + Self.folder + slug)
    json.member("title", title)
    json.key("statuses")
    json.beginArray()
    for status in statuses { json.value(status.code) }
    json.endArray()
    json.member("cause", cause)
    json.member("remedy", remedy)
    json.endObject()
  }
}

// MARK: Pages

extension ProblemGuide {
  /// The guide as a page. Its links are relative, so that they lead to the list below any path.
  var page: String {
    let statuses = statuses.map { "\($0.code)" }.joined(separator: " or ")
    return Self.page(
      title,
      """
      <p>Status \(statuses), type <code>\(Self.escaped(slug))</code></p>
      <p>\(Self.markup(cause))</p>
      <p>\(Self.markup(remedy))</p>
      <p><a href="../problems">All kinds of problems</a></p>
      """)
  }

  /// The list of all guides as a page.
  static var listPage: String {
    let items = all.map { guide in
      let slug = escaped(guide.slug)
      return
        "<li><a href=\"problems/\(slug)\"><code>\(slug)</code></a> \(escaped(guide.title))</li>"
    }
    return page("Kinds of problems", "<ul>\n\(items.joined(separator: "\n"))\n</ul>")
  }

  /// Returns a page, which is as dark or light as the browser wants it.
  private static func page(_ title: String, _ content: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(escaped(title))</title>
    </head>
    <body>
    <h1>\(escaped(title))</h1>
    \(content)
    </body>
    </html>

    """
  }

  /// Returns a text as HTML, with its code spans as elements.
  private static func markup(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        index.isMultiple(of: 2) ? escaped(part) : "<code>\(escaped(part))</code>"
      }.joined()
  }

  /// Returns a text as HTML without elements.
  static func escaped(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { html, character in
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      default: html.append(character)
      }
    }
  }
}
