import Backstack
import BackstackJSON

extension FeatureSession {
  /// How many actions can be sent as one step.
  private static var maximumBatch: Int { 1000 }

  func sendTogether(
    _ json: [UInt8], if condition: VersionCondition, issues collector: IssueCollector
  ) throws(Problem) -> [StoreTask] {
    let isBatch = JSONText.isArray(json)
    let actions = isBatch ? try decodeBatch(json) : [try decodeAction(json)]
    // As the journal has them: each on its own.
    let texts = isBatch ? actions.compactMap { try? WireCoding.encode($0) } : [json]
    return try store.withExclusiveAccess { () -> Result<[StoreTask], Problem> in
      if let problem = refusal(of: condition) { return .failure(problem) }
      monitor.recorder.expect(texts.count == actions.count ? texts : [])
      do throws(UnreachableAction) {
        let tasks = try monitor.issues.collect(
          into: collector, hasEffects: monitor.effectCount > 0
        ) { () throws(UnreachableAction) in
          try store.sendTogether(actions)
        }
        if let problem = endedProblem { return .failure(problem) }
        return .success(tasks)
      } catch {
        monitor.recorder.expect([])
        var problem = staleElement(error.target)
        if isBatch { problem.pointer = JSONPointer([BatchKey(index: error.index)]) }
        return .failure(problem)
      }
    }.get()
  }

  var isSettled: Bool { store.isSettled }

  func whenSettled(_ completion: @escaping @Sendable () -> Void) -> Bool {
    store.whenSettled(patience: Self.patience, completion)
  }

  private func decodeBatch(_ json: [UInt8]) throws(Problem) -> [Action] {
    let actions = try decode([Action].self, from: json)
    guard !actions.isEmpty, actions.count <= Self.maximumBatch else {
      var problem = Problem(
        .invalidValue,
        "Send 1 to \(Self.maximumBatch) actions together, not \(actions.count).")
      problem.pointer = JSONPointer([])
      throw problem
    }
    return actions
  }
}

/// The place of an action among others.
private struct BatchKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map(String.init) ?? "" }

  init(index: Int) { intValue = index }
  init?(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}
