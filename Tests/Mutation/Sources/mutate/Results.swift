import Foundation
import Mutation

/// The results of the mutants that were tried, in a file that later runs continue.
struct Results {
  struct Result {
    /// The test that noticed the mutant, or another reason for the failure; `nil` if there was
    /// none.
    var noticedBy: String?
    var isReached = true
    /// A fingerprint of the file of the mutant.
    var source: String
    /// A fingerprint of the tests that were tried.
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

  /// Returns the result of a mutant, if it is still valid. That of a noticed mutant is valid until
  /// its file changes; that of another one also becomes invalid when tests change.
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
