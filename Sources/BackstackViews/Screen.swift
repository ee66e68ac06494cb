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
      if index < earlier.levels.count, earlier.levels[index] == level { continue }
      let place = "\(pointer)/levels/\(index)"
      guard index < earlier.levels.count else {
        JSONPatch.append(JSONPatch.setting(place, to: level, was: false), to: &patch)
        continue
      }
      JSONPatch.append(
        JSONPatch.make(fromWritten: earlier.levels[index], to: level, at: place), to: &patch)
    }
    return patch
  }

  /// The screen as JSON: `{"title": …, "levels": […]}`.
  package var json: [UInt8] {
    var json = JSONWriter(capacity: levels.reduce(100) { $0 + $1.count + 1 })
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
    let known = memory.root as? KnownRoot<State, Action>
    memory.root = nil
    let recorder = known?.recorder ?? ActionRecorder(at: location, memory.issues)
    let writer = ScreenWriter(recorder, memory, limits)
    do throws(ScreenFailure) {
      let isSame = memory.rootReads.areSame(in: state) && memory.rootShares.areSame
      if let known, isSame {
        known.store.replace(state)
        return try writer.screen(of: known)
      }
      if !isSame { memory.forgetStacks() }
      let store = ReadOnlyStore(of: self, sendingTo: ActionTarget(recorder, at: .root))
      return try writer.screen(of: store) { view(store.store)._write(to: $0) }
    } catch {
      recorder.report(error.description, of: nil)
      throw error
    }
  }
}

extension ScreenWriter {
  /// Evaluates the levels above a root that is known.
  fileprivate func screen<State, Action>(
    of root: KnownRoot<State, Action>
  ) throws(ScreenFailure) -> Screen {
    try evaluating { () throws(ScreenFailure) in
      var levels = Levels(waiting: root.stacks.reversed().map { .stack($0) })
      try reuse(root.level, in: &levels)
      try write(&levels, above: root.store)
      memory.root = root
      return levels.screen
    }
  }

  /// Evaluates a root and all levels above it.
  fileprivate func screen<State, Action>(
    of store: ReadOnlyStore<State, Action>, _ content: (ScreenWriter) -> Void
  ) throws(ScreenFailure) -> Screen {
    try evaluating { () throws(ScreenFailure) in
      var levels = Levels()
      let root = try write(LevelDraft(id: "root", style: .root), in: &levels, content)
      memory.rootReads = store.reads.take()
      memory.rootShares = root.known.shares
      levels.wait(for: root.draft, isCovered: false)
      try write(&levels, above: store)
      if !memory.rootReads.hasAll, root.draft.presentations.isEmpty {
        memory.root = KnownRoot(
          store: store, recorder: recorder, level: root.known, stacks: root.draft.stacks)
      }
      return levels.screen
    }
  }

  /// The levels of a screen that is being evaluated.
  private struct Levels {
    /// What is evaluated next.
    enum Next {
      case presentation(Presentation, over: LevelBelow)
      case stack(PushedStack)
      case screens(KnownStack, from: Int, (Int) -> Presentation?)
    }

    var all: [[UInt8]] = []
    /// The title of the top-most level that has one.
    var title: String?
    /// The level that the next screen of a stack is over.
    var top = LevelBelow(id: "", title: nil)
    /// The next of these is the last.
    var waiting: [Next] = []

    var screen: Screen { Screen(title: title, levels: all) }

    mutating func append(_ level: KnownLevel) {
      all.append(level.json)
      title = level.title ?? title
      top = LevelBelow(id: level.id, title: level.title)
    }

    /// Adds what is above a level that was written.
    mutating func wait(for level: LevelDraft, isCovered: Bool) {
      let below = LevelBelow(id: level.id, title: level.title)
      // A screen that another one covers presents nothing. What one presents is over its stack.
      if !isCovered {
        waiting += level.presentations.reversed().map { .presentation($0, over: below) }
      }
      waiting += level.stacks.reversed().map { .stack($0) }
    }
  }

  /// Evaluates the levels that wait.
  private func write<State, Action>(
    _ levels: inout Levels, above root: ReadOnlyStore<State, Action>
  ) throws(ScreenFailure) {
    // What keeps the store, as a known root does, keeps nothing of the state: a copy of it in memory would
    // make each change copy its collections.
    defer {
      root.replace(nil)
      _ = root.reads.take()
    }
    while let next = levels.waiting.popLast() {
      switch next {
      case .presentation(let presentation, let below):
        guard let draft = presentation.level(below) else { continue }
        let level = try write(draft, in: &levels, presentation.content)
        levels.wait(for: level.draft, isCovered: false)
      case .stack(let stack):
        levels.waiting.append(.screens(stack.known, from: 0, stack.open()))
      case .screens(let stack, var position, let make):
        while position < stack.count, let known = stack.level(at: position, over: levels.top) {
          try reuse(known, in: &levels)
          position += 1
        }
        guard position < stack.count else { continue }
        _ = memory.shares.take()
        let isCovered = position + 1 < stack.count
        if isCovered { levels.waiting.append(.screens(stack, from: position + 1, make)) }
        guard let screen = make(position), let draft = screen.level(levels.top) else {
          continue
        }
        _ = root.reads.take()
        let level = try write(draft, in: &levels, screen.content)
        if root.reads.take().isEmpty, level.draft.presentations.isEmpty, level.draft.stacks.isEmpty
        {
          stack.keep(level.known, at: position)
        }
        levels.wait(for: level.draft, isCovered: isCovered)
      }
    }
    memory.presentations.finish()
  }

  /// Adds a level that is known from before.
  private func reuse(_ level: KnownLevel, in levels: inout Levels) throws(ScreenFailure) {
    count(level)
    if let failure { throw failure }
    levels.append(level)
  }

  /// Writes a level.
  private func write(
    _ draft: LevelDraft, in levels: inout Levels, _ content: (ScreenWriter) -> Void
  ) throws(ScreenFailure) -> (draft: LevelDraft, known: KnownLevel) {
    let nodesBelow = nodeCount
    let written = write(draft, content)
    if let failure { throw failure }
    let known = KnownLevel(
      written, written.json, nodeCount: nodeCount - nodesBelow, shares: memory.shares.take())
    levels.append(known)
    return (written, known)
  }

  /// The writer of the views that the thread evaluates; `nil` if it evaluates none.
  static var current: ScreenWriter? {
    pointer?.value.map { Unmanaged<ScreenWriter>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let pointer = ThreadPointer()

  private func evaluating<Result>(
    _ body: () throws(ScreenFailure) -> Result
  ) throws(ScreenFailure) -> Result {
    let outer = Self.pointer?.value
    // Sound: the writer outlives the body.
    Self.pointer?.set(Unmanaged.passUnretained(self).toOpaque())
    defer {
      Self.pointer?.set(outer)
      withExtendedLifetime(self) {}
    }
    return try memory.shares.noting(body)
  }
}
