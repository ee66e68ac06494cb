import BackstackCoding

/// The screen as text, a line for each node: meant for comparisons in tests, so it is stable.
///
/// ```
/// # Daily stand-ups
/// [Add a stand-up]
/// - [Design | 3 attendees | 5 min]
/// # New stand-up (sheet)
/// Title: "Design"
/// [Cancel] [Add]
/// ```
extension HostedScreen: CustomStringConvertible {
  public var description: String { levels.flatMap(\.lines).joined(separator: "\n") }
}

extension ScreenLevel {
  fileprivate var lines: [String] {
    let style = json["style"]?.text ?? ""
    var lines = ["# \(title ?? "")" + (style == "root" || style == "push" ? "" : " (\(style))")]
    for node in nodes { lines += node.lines(indentation: "") }
    return lines
  }
}

extension ScreenNode {
  fileprivate func lines(indentation: String) -> [String] {
    let label = Self.nodes(json["label"]).flatMap(\.texts).joined(separator: " | ")
    let heard = json["accessibility"]?["label"]?.text ?? ""
    let text = json["text"]?.text ?? (label.isEmpty ? heard : label)
    let value = json["value"]
    let isUsable = json["send"] != nil || json["increment"] != nil || json["decrement"] != nil
    let mark = json["selected"] == true ? "*" : ""
    let own: String? =
      switch kind {
      case "text": json["text"]?.text ?? value?.text
      case "label", "empty": text
      case "button", "tab", "menu": isUsable || kind != "button" ? "[\(text)]\(mark)" : "(\(text))"
      case "link", "share": "<\(text)>"
      case "spacer", "divider", "icon", "swatch": nil
      case "picker": "\(text): \(chosen ?? value?.json ?? "")"
      case _ where value != nil: "\(text): \(value?.json ?? "")" + (isUsable ? "" : " (fixed)")
      case "labeled":
        "\(text): \(Self.nodes(json["children"]).flatMap(\.texts).joined(separator: " "))"
      default: text.isEmpty ? nil : text
      }
    var lines = own.map { [indentation + $0] } ?? []
    if kind == "labeled" { return lines }
    if kind == "row", own == nil {
      let parts = Self.nodes(json["children"]).flatMap { $0.lines(indentation: "") }
      return parts.isEmpty ? [] : [indentation + parts.joined(separator: " ")]
    }
    let isSection = kind == "section"
    for part in Self.parts where part != "label" {
      let deeper = isSection && part == "children" ? indentation + "  " : indentation
      for node in Self.nodes(json[part]) {
        lines += node.lines(
          indentation: part == "swipe" || part == "menu" ? indentation + "  " : deeper)
      }
    }
    return lines
  }

  /// The text of the chosen option.
  private var chosen: String? {
    json["options"]?.elements?.first { $0["value"] == json["value"] }.flatMap {
      ScreenNode($0).texts.first
    }
  }
}
