import BackstackCoding
package import BackstackDependencies
import BackstackPlatform
import Synchronization

/// What a person sees and can do: a title and levels, as JSON.
package struct Screen: Sendable {
  /// The title of the top-most level that has one.
  package let title: String?
  /// The levels from the bottom to the top, each as JSON.
  package let levels: [[UInt8]]

  package init(title: String?, levels: [[UInt8]]) {
    self.title = title
    self.levels = levels
  }

  /// Returns the patch (RFC 6902) from an earlier screen; levels that are the same are not compared.
  ///
  /// - Parameter pointer: Where the screen is in the document that the patch is for.
  package func patch(from earlier: Screen, at pointer: String) -> [UInt8] {
    var patch = Array("[]".utf8)
    if title != earlier.title {
      let text = title.map { title in
        var json: [UInt8] = []
        JSONString.append(title, to: &json)
        return json
      }
      JSONPatch.append(
        JSONPatch.setting("\(pointer)/title", to: text, was: earlier.title != nil), to: &patch)
    }
    for index in stride(from: earlier.levels.count - 1, through: levels.count, by: -1) {
      JSONPatch.append(
        JSONPatch.setting("\(pointer)/levels/\(index)", to: nil, was: true), to: &patch)
    }
    for (index, level) in levels.enumerated() {
      let place = "\(pointer)/levels/\(index)"
      guard index < earlier.levels.count else {
        JSONPatch.append(JSONPatch.setting(place, to: level, was: false), to: &patch)
        continue
      }
      let before = earlier.levels[index]
      if before == level { continue }
      JSONPatch.append(
        (try? JSONPatch.make(from: before, to: level, at: place))
          ?? JSONPatch.replacing(place, with: level), to: &patch)
    }
    return patch
  }

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
  ///   - memory: What is known from the last evaluation of this store's view.
  ///   - location: The location of the feature, for issues.
  ///   - view: Returns the view of a store. Nothing that it sends changes this one.
  /// - Throws: ``ScreenFailure`` if the view exceeds a limit.
  /// - Complexity: That of evaluating the views of all levels that are not known.
  package func screen(
    within limits: ScreenWriter.Limits = ScreenWriter.Limits(),
    knowing memory: ScreenMemory = ScreenMemory(), at location: SourceLocation = SourceLocation(),
    _ view: (Store) -> any View
  ) throws(ScreenFailure) -> Screen {
    let recorder = ActionRecorder(Action.self, at: location, memory.issues)
    let store = still {
      recorder.hasReadRoot.store(true, ordering: .relaxed)
    } _: {
      recorder.record($0)
    }
    let root = LevelDraft(id: "root", style: .root)
    let writer = ScreenWriter(root, recorder, memory, limits)
    do throws(ScreenFailure) {
      return try writer.evaluating { () throws(ScreenFailure) in
        let view = view(store)
        return try writer.screen(Presentation(level: root) { view._write(to: $0) })
      }
    } catch {
      recorder.report(error.description, of: nil)
      throw error
    }
  }
}

extension ScreenWriter {
  /// What is evaluated next.
  private enum Next {
    case level(Presentation)
    case pushed(PushedScreen)
  }

  /// Evaluates a level and all levels above it.
  fileprivate func screen(_ root: Presentation) throws(ScreenFailure) -> Screen {
    var levels: [[UInt8]] = []
    var titles: [String: String] = [:]
    var title: String?
    /// The level that the next screen of a stack is over.
    var below = root.level.id
    var waiting = [Next.level(root)]
    while let next = waiting.popLast() {
      let presentation: Presentation
      switch next {
      case .level(let level): presentation = level
      case .pushed(let screen):
        if let known = memory.entry(screen.key, below: below, titles[below]) {
          reuse(known)
          if let failure { throw failure }
          levels.append(known.json)
          titles[known.id] = known.title
          title = known.title ?? title
          below = known.id
          continue
        }
        guard let made = screen.make(self, below) else { continue }
        presentation = made
      }
      var draft = presentation.level
      draft.titleBelow = draft.below.flatMap { titles[$0] }
      recorder.hasReadRoot.store(false, ordering: .relaxed)
      let nodesBelow = nodeCount
      let level = write(draft, presentation.content)
      if let failure { throw failure }
      let json = level.json
      levels.append(json)
      titles[level.id] = level.title
      title = level.title ?? title
      below = level.id
      // A screen that another one covers presents nothing.
      let presentations = presentation.isCovered ? [] : level.presentations
      if let key = presentation.key, level.presentations.isEmpty, level.stack.isEmpty,
        !recorder.hasReadRoot.load(ordering: .relaxed)
      {
        memory.keep(level, json, nodes: nodeCount - nodesBelow, as: key)
      }
      // What it presents is over its stack.
      waiting += presentations.reversed().map { .level($0) }
      waiting += level.stack.reversed().map { .pushed($0) }
    }
    memory.finish()
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
