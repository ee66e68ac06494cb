import BackstackPlatform

/// The record of one decoding of what a client sent.
///
/// It has the element ids so far, so that two stacks can't share one; whether the value pushes a
/// screen; how many fields the binding of an action sets, and whether a reducer has set them since.
package final class DecodingRecord: Sendable {
  private struct State {
    var refusesPushes = false
    var ids: Set<StackElementID> = []
    var hasPush = false
    var bindingFieldCount = 0
    /// The position of the field that a binding is decoded as.
    var bindingField = 0
    /// The fields that bindings set, as text, until a reducer does.
    var unsetFields: [String] = []
  }

  private let state = Guarded(State())

  package init() {}

  /// The user info of the decoder. A closure that returns it captures nothing but the record.
  package var userInfo: [CodingUserInfoKey: Any] {
    [.decodingRecord: self, .refusesPushes: state.withLock { $0.refusesPushes }]
  }

  /// Whether the value has neither a push nor a binding, as most actions.
  package var isPlain: Bool { state.withLock { !$0.hasPush && $0.bindingFieldCount == 0 } }

  // MARK: Stacks

  /// Makes the decoder refuse pushes.
  package func refusePushes() { state.withLock { $0.refusesPushes = true } }

  /// Whether a push was decoded: then the sender has chosen the state of a screen.
  package var hasPush: Bool { state.withLock { $0.hasPush } }

  func notePush() { state.withLock { $0.hasPush = true } }

  /// Records the id of an element.
  ///
  /// - Returns: Whether no other element has it.
  func claim(_ id: StackElementID) -> Bool { state.withLock { $0.ids.insert(id).inserted } }

  // MARK: Bindings

  /// The largest number of fields that a binding in the value sets.
  package var bindingFieldCount: Int { state.withLock { $0.bindingFieldCount } }

  /// Records the fields of a binding.
  ///
  /// - Returns: The position of the field that it is decoded as.
  func noteBinding(fieldCount: Int) -> Int {
    state.withLock { state in
      state.bindingFieldCount = max(state.bindingFieldCount, fieldCount)
      return min(state.bindingField, fieldCount - 1)
    }
  }

  /// The fields that bindings set, and no reducer has set yet, as text.
  package var unsetFields: [String] { state.withLock { $0.unsetFields } }

  func noteUnset(_ field: String) { state.withLock { $0.unsetFields.append(field) } }

  func noteSet(_ field: String) {
    state.withLock { state in
      if let index = state.unsetFields.firstIndex(of: field) { state.unsetFields.remove(at: index) }
    }
  }

  fileprivate func decodeBinding(as field: Int) { state.withLock { $0.bindingField = field } }

  fileprivate func forgetBinding() {
    state.withLock { state in
      state.bindingFieldCount = 0
      state.bindingField = 0
    }
  }
}

/// An action of a client as the feature gets it: an action with a binding of several fields is one
/// action for each field.
///
/// Decoded by a decoder with a ``DecodingRecord``.
package struct ClientAction<Action: Decodable>: Decodable {
  /// The actions, in the order in which the state declares the fields.
  package let actions: [Action]

  package init(from decoder: any Decoder) throws {
    let record = decoder.userInfo[.decodingRecord] as? DecodingRecord
    record?.forgetBinding()
    var actions = [try Action(from: decoder)]
    for field in 1..<max(1, record?.bindingFieldCount ?? 1) {
      record?.decodeBinding(as: field)
      actions.append(try Action(from: decoder))
    }
    self.actions = actions
  }
}

extension CodingUserInfoKey {
  /// The key of a decoder's ``DecodingRecord``.
  package static let decodingRecord = CodingUserInfoKey(rawValue: "backstack.decodingRecord")!
}
