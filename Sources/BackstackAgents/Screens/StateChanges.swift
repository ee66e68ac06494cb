import BackstackCoding
import BackstackScreenText

/// The changes of a state or of its screen, in words.
enum StateChanges {
  private static let maximumCount = 20
  private static let maximumLength = 120

  /// Returns a line for each operation of a JSON Patch (RFC 6902) of a session's document.
  static func lines(of patch: JSONNode?) -> [String] {
    var count = 0
    var lines: [String] = []
    for operation in patch.map({ Array($0.elements) }) ?? [] {
      guard let path = operation["path"]?.text, path.hasPrefix("/state") else { continue }
      count += 1
      if count <= maximumCount, let line = line(of: operation, at: path) { lines.append(line) }
    }
    return shortened(lines, of: count)
  }

  /// Returns a line for each line that has come to a screen, and for each that has gone: for states that
  /// the history does not have.
  static func lines(from old: ScreenReading, to new: ScreenReading) -> [String] {
    var lines: [String] = []
    if old.trail != new.trail { lines.append("\(new.trail) is shown in place of \(old.trail)") }
    // Another level is new as a whole.
    if old.top.id == new.top.id {
      let (before, after) = (old.lines.map(\.text), new.lines.map(\.text))
      let (gone, come) = (Set(before).subtracting(after), Set(after).subtracting(before))
      lines += after.filter(come.contains).map { "the screen has now: \(excerpt($0))" }
      lines += before.filter(gone.contains).map { "the screen no longer has: \(excerpt($0))" }
    }
    return shortened(Array(lines.prefix(maximumCount)), of: lines.count)
  }

  private static func shortened(_ lines: [String], of count: Int) -> [String] {
    count > maximumCount ? lines + ["… and \(count - maximumCount) more"] : lines
  }

  private static func excerpt(_ text: String) -> String {
    // Most texts are short.
    if text.utf8.count <= maximumLength { return text }
    let start = text.prefix(maximumLength + 1)
    return start.count > maximumLength ? String(start.dropLast()) + "…" : text
  }

  private static func line(of operation: JSONNode, at path: String) -> String? {
    guard let name = operation["op"]?.text else { return nil }
    let place =
      path == "/state" ? "the state" : String(path.utf8.dropFirst("/state/".utf8.count)) ?? ""
    let value = operation["value"].map { excerpt($0.json) } ?? ""
    return switch name {
    case "add": place + " is new: " + value
    case "remove": place + " is gone"
    case "replace": place + " is now " + value
    case "move":
      "\(operation["from"]?.text?.dropFirst("/state/".count) ?? "") has moved to \(place)"
    default: nil
    }
  }
}
