import BackstackCoding

/// A search for steps that show a mistake: it decides which steps come next, and learns from what they
/// reach.
struct FuzzSearch: Sendable {
  /// The number of sessions that have ended.
  private(set) var sessions = 0
  private(set) var stepCount = 0

  private let seed: UInt64
  private let stepsPerSession: Int
  private let actionSchema: JSONLiteral?
  private let beginnings: [[FuzzStep]]
  private var corpus: FuzzCorpus
  private var random: FuzzRandom
  private var sampler: SchemaSampler
  private var round = 0
  private var stepsLeft: Int

  init(
    schemas: SchemaDefinitions, actionSchema: String, seed: UInt64, steps: Int,
    beginnings: [[FuzzStep]]
  ) {
    self.seed = seed
    stepsPerSession = steps
    stepsLeft = steps
    self.actionSchema = schemas[actionSchema]?.literal
    self.beginnings = beginnings
    corpus = FuzzCorpus(beginnings: beginnings)
    random = FuzzRandom(seed: seed, session: -1)
    sampler = SchemaSampler(definitions: schemas, random: FuzzRandom(seed: seed, session: -2))
  }

  /// Returns the next task.
  mutating func next() -> FuzzTask {
    // Some sessions are all new: what needs time or other servers is no matter of the state alone.
    if sessions % 2 == 0, stepsLeft == stepsPerSession, round >= beginnings.count {
      defer { round += 1 }
      return .explore(seed: seed, round: round, after: [], steps: stepsPerSession)
    }
    // Each beginning is tried as it is.
    let given =
      round < beginnings.count
      ? beginnings[round]
      : corpus.pick(using: &random) { [actionSchema] step in
        guard case .send(let json, let asPatch) = step, let actionSchema,
          let action = try? JSONLiteral(parsing: json.utf8), action.elements == nil
        else { return step }
        return .send(sampler.mutate(action, actionSchema).json, asPatch: asPatch)
      }
    // Mostly short walks, as the first steps are those that were tried least.
    let length = random.pick([1, 2, 3, 4, 8, 24])
    defer { round += 1 }
    return .explore(
      seed: seed, round: round, after: given, steps: max(1, min(length, stepsLeft - given.count)))
  }

  /// Notes the outcome of a task.
  mutating func note(_ outcome: FuzzTrials.Outcome) {
    for (points, steps) in outcome.reached { corpus.add(steps, reaching: points) }
    stepCount += outcome.steps.count
    stepsLeft -= outcome.steps.count
    guard stepsLeft <= 0 || outcome.inconsistency != nil else { return }
    sessions += 1
    stepsLeft = stepsPerSession
  }

  /// Returns what was reached of the actions and screens of a feature.
  func reach(of map: FuzzMap) -> FuzzReach {
    var (actions, screens): (Set<String>, Set<String>) = ([], [])
    for point in corpus.points {
      switch point {
      case .action(let action): actions.insert(action)
      case .screen(let screen): screens.insert(screen)
      case .screens, .value: break
      }
    }
    return FuzzReach(
      actions: map.actions.intersection(actions).sorted(),
      unreachedActions: map.actions.subtracting(actions).sorted(),
      screens: map.screens.intersection(screens).sorted(),
      unreachedScreens: map.screens.subtracting(screens).sorted())
  }
}
