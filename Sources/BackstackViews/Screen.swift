import BackstackCoding
import BackstackPlatform

/// What a person sees and can do: a title and levels, as JSON.
package struct Screen: Sendable {
  /// The title of the top-most level that has one.
  package let title: String?
  /// The levels from the bottom to the top, each as JSON.
  package let levels: [[UInt8]]

  /// The screen as JSON: `{"title": …, "levels": […]}`.
  package var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    if let title { json.member("title", title) }
    json.key("levels")
    json.beginArray()
    for level in levels { json.value(json: level) }
    json.endArray()
    json.endObject()
    return json.bytes
  }
}

extension Store {
  /// Returns what the view of this store's feature shows.
  ///
  /// - Parameters:
  ///   - limits: What the view must not exceed.
  ///   - view: Returns the view of a store. Nothing that it sends changes this one.
  /// - Throws: ``ScreenFailure`` if the view exceeds a limit.
  /// - Complexity: That of evaluating all views of all levels that are shown.
  package func screen(
    within limits: ScreenWriter.Limits = ScreenWriter.Limits(), _ view: (Store) -> any View
  ) throws(ScreenFailure) -> Screen {
    let recorder = ActionRecorder(Action.self)
    let store = still { recorder.record($0) }
    let root = LevelDraft(id: "root", style: .root)
    let writer = ScreenWriter(root, recorder, limits)
    return try writer.evaluating { () throws(ScreenFailure) in
      let view = view(store)
      return try writer.screen(root) { view._write(to: $0) }
    }
  }
}

extension ScreenWriter {
  /// Evaluates a level and all levels above it.
  fileprivate func screen(
    _ root: LevelDraft, _ content: @escaping (ScreenWriter) -> Void
  ) throws(ScreenFailure) -> Screen {
    var levels: [[UInt8]] = []
    var titles: [String: String] = [:]
    var title: String?
    var waiting = [Presentation(level: root, content: content)]
    while let next = waiting.popLast() {
      var draft = next.level
      draft.titleBelow = draft.below.flatMap { titles[$0] }
      let level = write(draft, next.content)
      if let failure { throw failure }
      levels.append(level.json)
      titles[level.id] = level.title
      title = level.title ?? title
      // What it presents is over its stack. A screen that another one covers presents nothing.
      if !next.isCovered { waiting += level.presentations.reversed() }
      waiting += level.stack.reversed()
    }
    return Screen(title: title, levels: levels)
  }

  /// The writer of the views that the thread evaluates; `nil` if it evaluates none.
  static var current: ScreenWriter? {
    pointer?.value.map { Unmanaged<ScreenWriter>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let pointer = ThreadPointer()

  fileprivate func evaluating<Result>(
    _ body: () throws(ScreenFailure) -> Result
  ) throws(ScreenFailure) -> Result {
    let outer = Self.pointer?.value
    // Sound: the writer outlives the body.
    Self.pointer?.set(Unmanaged.passUnretained(self).toOpaque())
    defer {
      Self.pointer?.set(outer)
      withExtendedLifetime(self) {}
    }
    return try body()
  }
}
