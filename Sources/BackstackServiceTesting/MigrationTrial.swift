import BackstackCoding
import BackstackService

/// A trial of a feature's migrations with states of an earlier shape.
struct MigrationTrial {
  /// Why states of the shape can't be decoded, as a sentence with all reasons, and one with a state;
  /// `nil` if all can.
  let failure: String?

  /// Runs the migrations.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - schema: The schema of the earlier shape.
  init(of feature: Feature, from schema: StoredSchema) {
    var reasons: [String] = []
    var example: JSONLiteral?
    // What the feature says of states of its own schema: they need not be those of its decoders.
    var unrelated: Set<String>?
    for state in SchemaExamples(of: schema).all {
      do throws(MigrationFailure) {
        try feature.tryDecoding(Array(state.json.utf8), in: schema.fingerprint.description)
      } catch {
        var found: [String]
        switch error {
        case .migration(let reason): found = [reason]
        case .misfit(let positions, _) where !positions.isEmpty: found = positions
        case .misfit(_, let reason):
          let known = unrelated ?? Self.reasonsAgainstOwnStates(of: feature)
          unrelated = known
          found = known.contains(reason) ? [] : [reason]
        }
        found.removeAll(where: reasons.contains)
        reasons += found
        if example == nil, !found.isEmpty { example = state }
      }
    }
    failure = example.map { example in
      "\(reasons.joined(separator: ", and ")). One of the states that can't be resumed: \(example.json)"
    }
  }

  /// Returns why the feature can't decode states that were made from its own schema.
  private static func reasonsAgainstOwnStates(of feature: Feature) -> Set<String> {
    let schema = feature.storedSchema()
    var reasons: Set<String> = []
    for state in SchemaExamples(of: schema).all {
      do throws(MigrationFailure) {
        try feature.tryDecoding(Array(state.json.utf8), in: schema.fingerprint.description)
      } catch .misfit(_, let reason) {
        reasons.insert(reason)
      } catch {
        // No migration leads from the present shape.
      }
    }
    return reasons
  }
}
