import BackstackCoding
import BackstackPlatform
import BackstackViews

/// An action that waits for a person, who confirms it by sending it, or refuses it by an empty batch.
///
/// It is the content of a version of the session's journal, so there is one at most, it is stored and goes
/// where the session goes, and it is gone with the next version.
package struct Proposal: Sendable {
  /// The text of the control that sends the action.
  let control: String
  /// The action or a batch, as JSON.
  let action: [UInt8]

  package init(control: String, action: [UInt8]) {
    self.control = control
    self.action = action
  }

  /// The proposal as JSON, as the journal has it.
  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("control", control)
    json.member("send", json: action)
    json.endObject()
    return json.bytes
  }

  /// Returns a screen on which an alert asks for the confirmation of a proposal.
  static func asking(_ proposal: [UInt8], on screen: Screen, at version: Int) -> Screen {
    guard let json = try? JSONLiteral(decoding: proposal),
      case .string(let text)? = json["control"],
      let action = json["send"]
    else { return screen }
    let refusal: JSONLiteral = ["send": []]
    let title = "An agent asks to do this for you"
    var alert: JSONLiteral = [
      "id": .string(idPrefix + "\(version)"), "style": "alert", "title": .string(title),
      // By the text a person judges: it must not turn around, or hide, a part of itself.
      "message": [["kind": "text", "text": .string(text.escapingHidden())]],
      "body": [
        ["kind": "button", "id": "allow", "text": "Allow", "role": "destructive", "send": action],
        ["kind": "button", "id": "refuse", "text": "Refuse", "role": "cancel", "send": []],
      ],
      "close": refusal,
    ]
    if let below = screen.levels.last.flatMap({ try? JSONLiteral(decoding: $0) }) {
      alert["below"] = below["id"]
    }
    return Screen(title: title, levels: screen.levels + [Array(alert.json.utf8)])
  }

  /// The beginning of the ids of levels that ask: that of no level of a feature.
  package static let idPrefix = "$proposal@"
}

extension FeatureSession {
  func propose(
    _ proposal: Proposal, by author: VersionAuthor?, if condition: VersionCondition
  ) throws(SessionError) {
    let action = proposal.action
    let mark = ThreadActivity.begin(.decoding, context, action: action)
    defer { mark.end() }
    var proposal = proposal
    do throws(SessionError) {
      let isBatch = JSONText.isArray(action)
      let decoded = isBatch ? try decoder.batch(action) : try decoder.actions(action)
      let meant = SessionDecoder<State, Action>.texts(of: decoded.actions)
      if !meant.isEmpty, proposal.control.utf8.elementsEqual(action) {
        // Members that no action has would let an agent say there what it likes.
        let all = meant.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
        proposal = Proposal(control: isBatch ? "[\(all)]" : all, action: action)
      }
    } catch .invalidValue(let reason, let pointer) {
      throw .invalidValue(reason, at: pointer?.below("send"))
    } catch .inputTooComplex(let reason, let pointer) {
      throw .inputTooComplex(reason, at: pointer.below("send"))
    }
    let refusal = withLock { session in
      session.refusal(of: condition) ?? session.change(as: .proposal, proposal.json, by: author)
    }
    if let refusal { throw refusal }
  }

  /// Refuses what the latest version proposes.
  ///
  /// - Throws: ``SessionError`` if it proposes nothing.
  func refuseProposal(
    by author: VersionAuthor?, if condition: VersionCondition
  ) throws(SessionError) -> [StoreTask] {
    let refusal = withLock { session -> SessionError? in
      if let refusal = session.refusal(of: condition) { return refusal }
      guard session.monitor.journal.proposal != nil else {
        return .invalidValue(
          "An empty batch refuses what an agent proposes, and nothing is proposed now.",
          at: JSONPointer([]))
      }
      return session.change(as: .refusal, [], by: author)
    }
    if let refusal { throw refusal }
    return []
  }
}

extension LockedSession {
  /// Makes a version with the same state.
  ///
  /// - Returns: Why it was refused; then nothing was changed.
  fileprivate func change(
    as cause: SessionJournal.Cause, _ content: [UInt8], by author: VersionAuthor?
  ) -> SessionError? {
    store.replaceState(nil) { [monitor] effects in
      monitor.didChange(as: cause, content, by: author, effects: effects)
    }
    return monitor.lifecycle.refusal
  }
}
