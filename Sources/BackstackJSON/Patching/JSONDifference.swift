/// Finds what makes one document of another, and writes it as a patch.
struct JSONDifference {
  let old: JSONDocument
  let new: JSONDocument
  private var writer: JSONPatchWriter
  private var scratch: [UInt8] = []

  init(old: JSONDocument, new: JSONDocument, pointer: [UInt8]) {
    self.old = old
    self.new = new
    writer = JSONPatchWriter(pointer: pointer)
  }

  mutating func patch() -> [UInt8] {
    compare(0, 0)
    return writer.finish()
  }

  /// Writes what makes the value `target` of `source`; the pointer leads there.
  private mutating func compare(_ source: Int, _ target: Int) {
    let kind = old.tape[source].kind
    guard kind == new.tape[target].kind else { return replace(with: target) }
    let mark = writer.mark
    switch kind {
    case .null, .false, .true: return
    case .integer, .real, .string:
      if !old.text(source).isEqual(to: new.text(target)) { replace(with: target) }
      return
    case .object: compareObjects(source, target)
    case .array: compareArrays(source, target)
    }
    replaceIfShorter(target, since: mark)
  }

  private mutating func compareObjects(_ source: Int, _ target: Int) {
    var name = source + 1
    for _ in 0..<old.tape[source].count {
      let value = name + 1
      let place = writer.enter(old.text(name))
      if let match = new.member(old.text(name), of: target) {
        compare(value, match)
      } else {
        writer.append(.remove)
      }
      writer.leave(place)
      name = Int(old.tape[value].next)
    }
    name = target + 1
    for _ in 0..<new.tape[target].count {
      let value = name + 1
      if old.member(new.text(name), of: source) == nil {
        let place = writer.enter(new.text(name))
        add(value)
        writer.leave(place)
      }
      name = Int(new.tape[value].next)
    }
  }

  private mutating func compareArrays(_ source: Int, _ target: Int) {
    let (sources, targets) = (old.elements(of: source), new.elements(of: target))
    var index = 0
    let alignment = ArrayAlignment(old, sources, new, targets)
    // From the front to the back: what is before `index` is as it should be, what is behind it is
    // still the old array's.
    for step in alignment.steps {
      let place = writer.enter(index)
      switch step {
      case .match(let first, let second): compare(sources[first], targets[second])
      case .replace(_, let second): replace(with: targets[second])
      case .remove: writer.append(.remove)
      case .add(let second): add(targets[second])
      }
      writer.leave(place)
      if case .remove = step { continue }
      index += 1
    }
  }

  private mutating func replace(with target: Int) {
    let new = new
    writer.append(.replace) { new.write(target, to: &$0) }
  }

  private mutating func add(_ target: Int) {
    let new = new
    writer.append(.add) { new.write(target, to: &$0) }
  }

  /// Takes one replacement instead of operations that are longer, as those with long names may be.
  private mutating func replaceIfShorter(_ target: Int, since mark: JSONPatchWriter.Mark) {
    let (operations, bytes) = writer.written(since: mark)
    guard operations > 0 else { return }
    let frame = #"{"op":"replace","path":"","value":}"#.utf8.count + writer.pointer.count
    scratch.removeAll(keepingCapacity: true)
    guard bytes > frame, new.write(target, to: &scratch, limit: bytes - frame - 1) else { return }
    writer.goBack(to: mark)
    let value = scratch
    writer.append(.replace) { $0 += value }
  }
}
