/// The difference between two documents, which is written as a patch.
struct JSONDifference {
  let old: JSONDocument
  let new: JSONDocument
  /// The content of the gaps, if the documents are outlines.
  var gaps: (any JSONGaps)?
  private var scratch: [UInt8] = []

  init(old: JSONDocument, new: JSONDocument, gaps: (any JSONGaps)? = nil) {
    self.old = old
    self.new = new
    self.gaps = gaps
  }

  /// Writes the patch from the old document to the new one; the patch's pointer refers to both.
  mutating func write(to patch: inout JSONPatchWriter) { compare(0, 0, &patch) }

  /// Writes the operations that turn `source` into `target`; the pointer refers to both.
  private mutating func compare(_ source: Int, _ target: Int, _ patch: inout JSONPatchWriter) {
    let kind = old.tape[source].kind
    guard kind == new.tape[target].kind else { return replace(with: target, &patch) }
    let mark = patch.mark
    switch kind {
    case .null, .false, .true: return
    case .integer, .real, .string:
      if !old.text(source).isEqual(to: new.text(target)) { replace(with: target, &patch) }
      return
    case .gap:
      gaps?.compare(old.gap(source), with: new.gap(target), &patch)
      return
    case .object: compareObjects(source, target, &patch)
    case .array: compareArrays(source, target, &patch)
    }
    replaceIfShorter(target, since: mark, &patch)
  }

  private mutating func compareObjects(
    _ source: Int, _ target: Int, _ patch: inout JSONPatchWriter
  ) {
    var name = source + 1
    for _ in 0..<old.tape[source].count {
      let value = name + 1
      let container = patch.enter(old.text(name))
      if let match = new.member(old.text(name), of: target) {
        compare(value, match, &patch)
      } else {
        patch.append(.remove)
      }
      patch.leave(container)
      name = Int(old.tape[value].next)
    }
    name = target + 1
    for _ in 0..<new.tape[target].count {
      let value = name + 1
      if old.member(new.text(name), of: source) == nil {
        let container = patch.enter(new.text(name))
        add(value, &patch)
        patch.leave(container)
      }
      name = Int(new.tape[value].next)
    }
  }

  private mutating func compareArrays(
    _ source: Int, _ target: Int, _ patch: inout JSONPatchWriter
  ) {
    let (sources, targets) = (old.elements(of: source), new.elements(of: target))
    var index = 0
    let alignment = ArrayAlignment(old, at: sources, to: new, at: targets)
    // From front to back: elements before `index` are those of the new array, the others are still
    // those of the old array.
    for step in alignment.steps {
      let container = patch.enter(index)
      switch step {
      case .match(let first, let second): compare(sources[first], targets[second], &patch)
      case .replace(_, let second): replace(with: targets[second], &patch)
      case .remove: patch.append(.remove)
      case .add(let second): add(targets[second], &patch)
      }
      patch.leave(container)
      if case .remove = step { continue }
      index += 1
    }
  }

  private func replace(with target: Int, _ patch: inout JSONPatchWriter) {
    patch.append(.replace) { new.write(target, to: &$0, gaps: gaps) }
  }

  private func add(_ target: Int, _ patch: inout JSONPatchWriter) {
    patch.append(.add) { new.write(target, to: &$0, gaps: gaps) }
  }

  /// Uses one replacement instead of longer operations; those with long names may be longer.
  private mutating func replaceIfShorter(
    _ target: Int, since mark: JSONPatchWriter.Mark, _ patch: inout JSONPatchWriter
  ) {
    guard let room = patch.roomForReplacement(since: mark),
      new.leastSize(of: target, upTo: room, gaps: gaps) <= room
    else { return }
    scratch.removeAll(keepingCapacity: true)
    guard new.write(target, to: &scratch, limit: room, gaps: gaps) else { return }
    patch.replaceAll(since: mark, with: scratch)
  }
}
