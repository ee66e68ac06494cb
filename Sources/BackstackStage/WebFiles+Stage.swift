public import BackstackWeb
import FoundationEssentials
import StageAssets

extension WebFiles {
  /// Returns the files with a stage for people who look how it works: the app shows what goes over
  /// the wire for a session, its levels and its source beside it, and lets them cut the connection
  /// or go back in time.
  ///
  /// An app of one's own has no stage.
  ///
  /// - Parameter sources: The texts of the source of the features, by the names of the files, such
  ///   as `Counter.swift`.
  public func staged(sources: [String: String] = [:]) -> WebFiles {
    staged(sources: sources, kills: false)
  }

  /// Returns the files with a stage that may offer to kill the server.
  ///
  /// - Parameters:
  ///   - sources: The texts of the source of the features, by the names of the files.
  ///   - kills: Whether it does, by `POST /stage/kill`.
  package func staged(sources: [String: String], kills: Bool) -> WebFiles {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = (try? encoder.encode(sources)).map { String(decoding: $0, as: UTF8.self) }
    let files = stage_assets().texts.merging(["stage/sources.json": json ?? "{}"]) { $1 }
    return staged(files, offer: kills ? "kill" : "")
  }
}
