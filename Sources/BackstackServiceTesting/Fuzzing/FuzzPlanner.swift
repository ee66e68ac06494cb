import BackstackCoding
import BackstackService

/// A generator of a session's steps: the same steps for the same seed and the same responses.
struct FuzzPlanner {
  private let feature: Feature
  private var sampler: SchemaSampler
  private var hasBegun = false
  private let linkNames: [String]

  init(_ feature: Feature, random: FuzzRandom) {
    self.feature = feature
    sampler = SchemaSampler(definitions: feature.schemas, random: random)
    let cases = feature.schemas.all.flatMap { definition in
      (definition.schema["oneOf"]?.elements ?? []).compactMap { alternative in
        alternative["required"]?.elements?.first?.text
      }
    }
    linkNames = [feature.name, feature.name, feature.name] + Set(cases).sorted()
  }

  /// Returns the next step.
  ///
  /// - Parameters:
  ///   - snapshot: The current snapshot of the session; `nil` without a session.
  ///   - versions: The versions that the session has had.
  ///   - leastTried: The cases of actions that were sent least often in states like the present one.
  ///   - isFirst: Whether the steps before were given.
  mutating func next(
    _ snapshot: CheckedSession.Snapshot?, versions: [Int], leastTried: [String] = [],
    isFirst: Bool = false
  ) -> FuzzStep {
    guard let snapshot else { return .create(creation()) }
    sampler.present = Surroundings(snapshot.state)
    sampler.past.add(sampler.present)
    if !leastTried.isEmpty, isFirst || sampler.random.percent(60) {
      let cases = sampler.random.pick(leastTried)
      let action = sampler.sample(named: feature.actionSchema, cases: cases) ?? .null
      return .send(action.json, asPatch: sampler.random.percent(50))
    }
    switch sampler.random.below(100) {
    case 0..<6: return .create(creation(like: snapshot.state))
    // Time passes mostly where an effect waits for it.
    case 6..<22 where snapshot.effects > 0 || sampler.random.percent(20): return .advance(time())
    case 22..<28: return .restore(version(versions))
    case 28..<33: return .resume
    case 33..<35: return .readHistory
    case 35..<45:
      let actions = (0..<(1 + sampler.random.below(4))).map { _ in action() }
      return .send(JSONLiteral.array(actions).json, asPatch: sampler.random.percent(50))
    default: return .send(action().json, asPatch: sampler.random.percent(50))
    }
  }

  private mutating func action() -> JSONLiteral {
    let action = sampler.sample(named: feature.actionSchema) ?? .null
    return sampler.random.percent(4) ? sampler.spoil(action) : action
  }

  private mutating func creation(like state: JSONLiteral? = nil) -> String {
    var content: JSONLiteral = ["feature": .string(feature.name)]
    // The service might refuse all of the first attempts.
    let chance = sampler.random.below(100)
    let isFirst = !hasBegun
    hasBegun = true
    let name = feature.initialStateSchema
    if let state, chance < 85, let schema = name.flatMap({ feature.schemas[$0] }) {
      var state = state
      for _ in 0..<(1 + sampler.random.below(3)) {
        state = sampler.mutate(state, schema.literal)
      }
      content["state"] = state
    } else if feature.takesLinks, chance < (isFirst ? 15 : 30) {
      content["link"] = .string(sampler.link(names: linkNames))
    } else if chance < (isFirst ? 50 : 60), let name, var state = sampler.sample(named: name) {
      if sampler.random.percent(4) { state = sampler.spoil(state) }
      content["state"] = state
    }
    return content.json
  }

  private mutating func time() -> Int {
    sampler.random.pick([0, 1, 999, 1000, 1000, 1000, 2000, 3000, 5000, 60_000])
  }

  private mutating func version(_ versions: [Int]) -> Int {
    if !versions.isEmpty, sampler.random.percent(85) { return sampler.random.pick(versions) }
    return sampler.random.pick([0, 1, -1, (versions.last ?? 0) + 1, .max])
  }
}
