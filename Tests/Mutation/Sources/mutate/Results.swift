import Foundation
import Mutation

/// What became of the mutants that were tried, in a file that later runs go on with.
struct Results {
  struct Result {
    /// What noticed the mutant; nil if nothing did.
    var noticedBy: String?
    var isReached = true
    /// Changes with the file of the mutant.
    var source: String
    /// Changes with the tests that were tried.
    var tests: String
  }

  private(set) var results: [String: Result] = [:]
  private let file: URL

  init(_ file: URL) {
    self.file = file
    for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { continue }
      results[fields[4]] = Result(
        noticedBy: fields[0] == "noticed" ? fields[3] : nil, isReached: fields[0] != "unreached",
        source: fields[1], tests: fields[2])
    }
  }

  /// A mutant that was noticed stays so while its file stays; one that was not is tried again when
  /// tests change.
  func result(_ name: String, source: String, tests: String) -> Result? {
    guard let result = results[name], result.source == source else { return nil }
    return result.noticedBy != nil || result.tests == tests ? result : nil
  }

  mutating func add(_ name: String, _ result: Result) throws {
    results[name] = result
    let outcome = result.noticedBy != nil ? "noticed" : result.isReached ? "survived" : "unreached"
    let detail = (result.noticedBy ?? "").split(whereSeparator: \.isWhitespace)
    let fields = [outcome, result.source, result.tests, detail.joined(separator: " "), name]
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((fields.joined(separator: "\t") + "\n").utf8))
    try handle.close()
  }
}
