import Backstack
import Foundation

extension Screen.State {
  /// Makes a change with the library.
  mutating func apply(_ change: Change) {
    switch change {
    case .add(let number): value += number
    case .changeID(let newID): id = newID
    case .roundTrip:
      do {
        self = try decodedCopy()
      } catch {
        reportIssue("The state did not survive its JSON: \(error)")
      }
    case .push(let values): path.append(contentsOf: values.map { Self(value: $0) })
    case .splice(let range, let values):
      guard range.upperBound <= path.count else { return }
      path.replaceSubrange(range, with: values.map { Self(value: $0) })
    case .popLast: _ = path.popLast()
    case .popTo(let position): if let id = path.id(at: position) { path.pop(to: id) }
    case .popFrom(let position): if let id = path.id(at: position) { path.pop(from: id) }
    case .remove(let position): if let id = path.id(at: position) { path[id: id] = nil }
    case .removeEven: path.removeAll { $0.value.isMultiple(of: 2) }
    case .removeAll: path.removeAll()
    case .replaceAll(let values): path = StackState(values.map { Self(value: $0) })
    case .replace(let position, let value):
      if let id = path.id(at: position) { path[id: id] = Self(value: value) }
    case .reverse: path = StackState(ids: path.ids.reversed(), elements: path.reversed())
    case .save: saved = path
    case .restore: path = saved ?? path
    case .present(let new):
      let screen = Self(id: new.id, value: new.value)
      destination = new.kind == .screen ? .screen(screen) : .other(screen)
    case .presentOnDismiss(let presentation): presentsOnDismiss = presentation
    case .alert(let title): destination = .alert(AlertState { TextState(title) })
    case .nilOut: destination = nil
    case .addRow, .insertRow, .putRow, .removeRow, .removeEvenRows, .reverseRows:
      applyToRows(change)
    case .inElement(let position, let change):
      if let id = path.id(at: position) { path[id: id]?.apply(change) }
    case .inDestination(let change):
      destination?.modify(ifCase: \.screen) { $0.apply(change) }
      destination?.modify(ifCase: \.other) { $0.apply(change) }
    case .inRow(let position, let change):
      if rows.indices.contains(position) { rows[position].apply(change) }
    }
  }

  private mutating func applyToRows(_ change: Change) {
    switch change {
    case .addRow(let id, let value): rows.append(Self(id: id, value: value))
    case .insertRow(let id, let value, let position):
      if position <= rows.count { rows.insert(Self(id: id, value: value), at: position) }
    case .putRow(let id, let value): rows[id: id] = Self(id: id, value: value)
    case .removeRow(let id): rows.remove(id: id)
    case .removeEvenRows: rows.removeAll { $0.value.isMultiple(of: 2) }
    case .reverseRows: rows.reverse()
    default: break
    }
  }

  /// Returns a copy of this state that was encoded as JSON and decoded.
  func decodedCopy() throws -> Self {
    try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(self))
  }
}

extension StackState {
  fileprivate func id(at position: Int) -> StackElementID? {
    ids.indices.contains(position) ? ids[position] : nil
  }
}
