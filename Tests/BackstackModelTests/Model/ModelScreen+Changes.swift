extension ModelScreen {
  /// Makes the change that the library is expected to make.
  mutating func apply(_ change: Change, _ nextID: inout Int) {
    switch change {
    case .add(let number): value += number
    case .changeID(let newID): id = newID
    case .roundTrip: break
    case .push(let values): path += Self.fresh(values, &nextID)
    case .splice(let range, let values):
      guard range.upperBound <= path.count else { return }
      path.replaceSubrange(range, with: Self.fresh(values, &nextID))
    case .popLast: _ = path.popLast()
    case .popTo(let position):
      if position < path.count { path.removeSubrange((position + 1)...) }
    case .popFrom(let position): if position < path.count { path.removeSubrange(position...) }
    case .remove(let position): if position < path.count { path.remove(at: position) }
    case .removeEven: path.removeAll { $0.screen.value.isMultiple(of: 2) }
    case .removeAll: path = []
    case .replaceAll(let values): path = Self.fresh(values, &nextID)
    case .replace(let position, let value):
      if position < path.count { path[position].screen = ModelScreen(value: value) }
    case .reverse: path.reverse()
    case .save: saved = path
    case .restore: path = saved ?? path
    case .present(let new):
      destination = .screen(new.kind, ModelScreen(id: new.id, value: new.value))
    case .presentOnDismiss(let presentation): presentsOnDismiss = presentation
    case .alert(let title): destination = .alert(title)
    case .nilOut: destination = nil
    case .addRow, .insertRow, .putRow, .removeRow, .removeEvenRows, .reverseRows:
      applyToRows(change)
    case .inElement(let position, let change):
      if position < path.count { path[position].screen.apply(change, &nextID) }
    case .inDestination(let change):
      guard case .screen(let kind, var screen) = destination else { return }
      screen.apply(change, &nextID)
      destination = .screen(kind, screen)
    case .inRow(let position, let change):
      if position < rows.count { rows[position].apply(change, &nextID) }
    }
  }

  private mutating func applyToRows(_ change: Change) {
    switch change {
    case .addRow(let id, let value): insertRow(id, value, at: rows.count)
    case .insertRow(let id, let value, let position):
      if position <= rows.count { insertRow(id, value, at: position) }
    case .putRow(let id, let value):
      if let index = rows.firstIndex(where: { $0.id == id }) {
        rows[index] = ModelScreen(id: id, value: value)
      } else {
        insertRow(id, value, at: rows.count)
      }
    case .removeRow(let id): rows.removeAll { $0.id == id }
    case .removeEvenRows: rows.removeAll { $0.value.isMultiple(of: 2) }
    case .reverseRows: rows.reverse()
    default: break
    }
  }

  private mutating func insertRow(_ id: Int, _ value: Int, at position: Int) {
    guard !rows.contains(where: { $0.id == id }) else { return }
    rows.insert(ModelScreen(id: id, value: value), at: position)
  }

  private static func fresh(_ values: [Int], _ nextID: inout Int) -> [Element] {
    values.map { value in
      defer { nextID += 1 }
      return Element(id: nextID, screen: ModelScreen(value: value))
    }
  }
}
