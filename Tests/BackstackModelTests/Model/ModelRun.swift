import Backstack
import Synchronization

/// A store and its model, which are compared after each step.
struct ModelRun {
  private let scenario: Scenario
  private let store: StoreOf<Screen>
  private let tokens = TokenBook()
  private let issues = Issues()
  private var model: Model
  private var tasks: [Int: StoreTask] = [:]
  private let start: [Change]
  private var steps: [(number: Int, step: Step)] = []

  private final class Issues: Sendable {
    let messages = Mutex<[String]>([])
  }

  private init(start: UInt64, _ scenario: Scenario) {
    var maker = StepMaker(seed: start, scenario: scenario, number: 0)
    let changes = maker.start()
    self.scenario = scenario
    model = Model(changes)
    self.start = changes
    var initialState: Screen.State {
      var state = Screen.State()
      for change in changes { state.apply(change) }
      return state
    }
    store = Store(initialState: initialState) {
      Screen()
    } withDependencies: { [tokens, issues] in
      $0.tokenBook = tokens
      $0.issueReporter = IssueReporter { issue in
        issues.messages.withLock { $0.append(issue.message) }
      }
    }
  }

  /// Runs the steps of a script.
  ///
  /// - Returns: The first failure, or `nil` if the run succeeds.
  static func run(_ script: Script, _ scenario: Scenario) async -> Failure? {
    var run = ModelRun(start: script.start, scenario)
    for step in script.steps {
      if let message = await run.step(step.number, step.seed) { return run.failure(message) }
    }
    return await run.end().map(run.failure)
  }

  private func failure(_ message: String) -> Failure {
    let log = ["start: \(start)"] + steps.map { "\($0.number): \($0.step)" }
    return Failure(
      stepCount: steps.count, message: message,
      log: log.map { $0.replacing("BackstackModelTests.", with: "") })
  }

  private mutating func step(_ number: Int, _ seed: UInt64) async -> String? {
    var maker = StepMaker(seed: seed, scenario: scenario, number: number)
    let step = maker.step(model)
    steps.append((number, step))
    switch step {
    case .cancel(let step):
      guard let task = tasks[step] else { return nil }
      task.cancel()
      model.cancel(group: step)
      await store.settle()
    case .send(let event, ifReachable: false):
      model.send(event, group: number)
      tasks[number] = store.send(Screen.Action(event))
    case .send(let event, ifReachable: true):
      let isReachable = model.isReachable(event)
      if isReachable { model.send(event, group: number) }
      let missing = store.sendIfReachable(Screen.Action(event))
      if (missing == nil) != isReachable { return "is missing: \(missing as Any)" }
    }
    if let message = difference() { return message }
    return number % 8 == 7 ? codingDifference() : nil
  }

  /// Returns the first difference between store and model, or `nil`.
  private func difference() -> String? {
    func compare<Value: Equatable>(_ name: String, _ store: Value, _ model: Value) -> String? {
      store == model ? nil : "\(name): the store has \(store), the model \(model)"
    }
    let messages = issues.messages.withLock { $0 }
    let state = store.withState { ModelScreen($0) }
    let ids = state.elementIDs
    return compare("state", state, model.root)
      ?? compare("tokens", tokens.alive, model.effects.compactMap(\.token).sorted())
      ?? compare("effects", store.effectCount, model.effects.count)
      ?? compare("actions", store.actionCount, model.actionCount)
      ?? compare("issues", messages.count, model.issueCount).map { "\($0): \(messages)" }
      ?? (Set(ids).count == ids.count ? nil : "an id is there twice: \(ids)")
      ?? (ids.allSatisfy { $0 < model.nextID } ? nil : "an id was never given: \(ids)")
  }

  private func codingDifference() -> String? {
    let state = store.state
    do {
      return try state.decodedCopy() == state ? nil : "decoded to another state: \(state)"
    } catch {
      return "not decoded: \(error)"
    }
  }

  private func end() async -> String? {
    if let message = codingDifference() { return message }
    store.end()
    await store.settle()
    if store.effectCount != 0 { return "effects after the end: \(store.effectCount)" }
    return tokens.alive.isEmpty ? nil : "tokens after the end: \(tokens.alive)"
  }
}
