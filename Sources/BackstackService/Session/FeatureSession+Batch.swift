import Backstack
import BackstackCoding

extension FeatureSession {
  /// The maximum number of actions in a batch.
  private static var maximumBatch: Int { 1000 }

  func sendBatch(
    _ json: [UInt8], if condition: VersionCondition, issues collector: IssueCollector
  ) throws(Problem) -> [StoreTask] {
    // In a batch, each action is noted when it is processed.
    let isBatch = JSONText.isArray(json)
    let mark = ThreadActivity.begin(.decoding, context, action: isBatch ? [] : json)
    defer { mark.end() }
    return try sendBatch(
      isBatch ? try decodeBatch(json) : try decodeAction(json), isBatch: isBatch, if: condition,
      issues: collector)
  }

  /// Processes a batch of actions: all or none. None are processed if they push a screen and lead
  /// to a state that the feature refuses.
  func sendBatch(
    _ decoded: ClientActions<Action>, isBatch: Bool, if condition: VersionCondition,
    issues collector: IssueCollector
  ) throws(Problem) -> [StoreTask] {
    try store.withExclusiveAccess { () -> Result<[StoreTask], Problem> in
      if let problem = refusal(of: condition) { return .failure(problem) }
      monitor.recorder.expect(decoded.texts)
      var refusal: Problem?
      do throws(RefusedAction) {
        let tasks = try monitor.issues.collect(
          into: collector, hasEffects: monitor.effectCount > 0
        ) { () throws(RefusedAction) in
          try store.sendBatch(decoded.actions) { state in
            guard decoded.hasPush else { return true }
            refusal = context.runtime.feature.validation.refusal(of: state, from: .push)
            return refusal == nil
          }
        }
        if let refusal {
          monitor.recorder.expect([])
          return .failure(refusal)
        }
        if let problem = endedProblem { return .failure(problem) }
        return .success(tasks ?? [])
      } catch {
        monitor.recorder.expect([])
        guard let target = error.target else { return .failure(stateTooLarge) }
        var problem = staleElement(target)
        if isBatch { problem.pointer = JSONPointer([BatchKey(index: error.index)]) }
        return .failure(problem)
      }
    }.get()
  }

  var isSettled: Bool { store.isSettled }

  func whenSettled(_ completion: @escaping @Sendable () -> Void) -> Bool {
    store.whenSettled(patience: Self.patience, completion)
  }

  /// Decodes the single action that a client sent.
  func decodeAction(_ json: [UInt8]) throws(Problem) -> ClientActions<Action> {
    let (action, hasPush) = try decode(Action.self, from: json)
    return ClientActions(actions: [action], texts: [json], hasPush: hasPush)
  }

  private func decodeBatch(_ json: [UInt8]) throws(Problem) -> ClientActions<Action> {
    let (actions, hasPush) = try decode([Action].self, from: json)
    guard !actions.isEmpty, actions.count <= Self.maximumBatch else {
      var problem = Problem(
        .invalidValue,
        "Send 1 to \(Self.maximumBatch) actions together, not \(actions.count).")
      problem.pointer = JSONPointer([])
      throw problem
    }
    // The journal stores each action on its own.
    let texts = actions.compactMap { try? WireCoding.encode($0) }
    return ClientActions(
      actions: actions, texts: texts.count == actions.count ? texts : [], hasPush: hasPush)
  }
}

/// The actions of a client's request.
struct ClientActions<Action: Sendable>: Sendable {
  let actions: [Action]
  /// Each action as JSON, for the journal; empty when one has no JSON form.
  let texts: [[UInt8]]
  /// Whether one of them pushes a screen whose state the client chose.
  let hasPush: Bool
}

/// The index of an action in a batch.
private struct BatchKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map(String.init) ?? "" }

  init(index: Int) { intValue = index }
  init?(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}
