import BackstackCoding
import BackstackSessions

/// A beginning of sessions of a ``FeatureFuzzer``, beside those that it generates.
public struct FuzzBeginning: Sendable {
  /// Returns the steps, for a feature with a name.
  let steps: @Sendable (_ feature: String) throws(FuzzError) -> [FuzzStep]

  /// A new session where a link leads.
  public static func link(_ link: String) -> Self {
    Self { feature in
      let content: JSONLiteral = ["feature": .string(feature), "link": .string(link)]
      return [.create(content.json)]
    }
  }

  /// A stored session: a line of `backstack sessions export`.
  public static func session(_ json: String) -> Self {
    Self { feature throws(FuzzError) in
      guard let saved = try? JSONStreamDecoder.decode(SavedSession.self, from: json.utf8),
        saved.feature == feature
      else {
        throw FuzzError(message: "A beginning is no stored session of \(feature).")
      }
      return [.begin(json)]
    }
  }

  /// The state and the client's actions of an exported test.
  ///
  /// - Parameters:
  ///   - history: The JSON of the test's ``SessionHistory``.
  ///   - state: The JSON of the state from which it is replayed.
  public static func history(_ history: String, from state: String) -> Self {
    Self { feature throws(FuzzError) in
      guard let json = try? JSONLiteral(parsing: history.utf8),
        let entries = (json["entries"] ?? json).elements
      else { throw FuzzError(message: "A beginning is not the history of an exported test.") }
      let saved: JSONLiteral = [
        "id": .string(String(repeating: "0", count: 32)), "feature": .string(feature), "version": 0,
        "timeToLive": 3600, "nextElementID": json["nextElementID"] ?? 0, "state": .string(state),
      ]
      // Those of effects come by themselves.
      let actions = entries.filter { $0["cause"] == "client" }.compactMap { $0["action"] }
      return [.begin(saved.json)] + actions.map { .send($0.json, asPatch: false) }
    }
  }
}
