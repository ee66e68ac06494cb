import BackstackCoding

/// The changes of a session's stacks since an earlier version, as a part of the patch that
/// ``SnapshotEncoder/patch(from:link:effects:shared:)`` makes. Elements that have not changed are
/// not even read.
///
/// - Complexity: O(changes), unless elements were added or removed below others.
struct StackPatch: JSONGaps {
  let base: [StackBase]
  let stacks: [StackSegments]

  func size(of gap: Int) -> Int { stacks[gap].size }

  func write(_ gap: Int, to bytes: inout [UInt8]) { stacks[gap].write(to: &bytes) }

  func compare(_ old: Int, with new: Int, _ patch: inout JSONPatchWriter) {
    let mark = patch.mark
    switch (base[old].whole, old == new) {
    case (nil, true):
      compareElements(base[old], stacks[new], &patch)
      if let room = patch.roomForReplacement(since: mark), stacks[new].size <= room {
        patch.replaceAll(since: mark, with: array(new))
      }
    case (.array(let array), _): compare(array, with: self.array(new), &patch)
    case (.lost, _), (nil, false): replace(with: array(new), &patch)
    }
  }

  private func compareElements(
    _ base: StackBase, _ stack: StackSegments, _ patch: inout JSONPatchWriter
  ) {
    for old in base.changed where old.index < base.kept {
      let container = patch.enter(old.index)
      compare(old.json, with: Array(stack[old.index]), &patch)
      patch.leave(container)
    }
    for index in base.kept..<max(base.count, stack.count) {
      let container = patch.enter(min(index, stack.count))
      if index >= stack.count {
        patch.append(.remove)
      } else {
        patch.append(index < base.count ? .replace : .add) { $0 += stack[index] }
      }
      patch.leave(container)
    }
  }

  private func compare(_ old: [UInt8], with new: [UInt8], _ patch: inout JSONPatchWriter) {
    if patch.writeScalarChange(from: old, to: new) || old == new { return }
    do throws(JSONSyntaxError) {
      try patch.compare(old, with: new)
    } catch {
      // A feature's own coding may produce JSON that exceeds the limits of the decoder.
      replace(with: new, &patch)
    }
  }

  private func replace(with new: [UInt8], _ patch: inout JSONPatchWriter) {
    patch.append(.replace) { $0 += new }
  }

  private func array(_ gap: Int) -> [UInt8] {
    var array: [UInt8] = []
    array.reserveCapacity(stacks[gap].size)
    stacks[gap].write(to: &array)
    return array
  }
}
