import BackstackTestSupport
import Foundation

/// An independent implementation of RFC 6902, from PyPI, that applies our patches.
package enum PatchJudge {
  /// A patch and the documents that it is to lead from and to.
  package struct Case: Sendable {
    package let old: String
    package let patch: String
    package let new: String

    package init(old: String, patch: String, new: String) {
      (self.old, self.patch, self.new) = (old, patch, new)
    }
  }

  /// Returns the mistake of each patch; `nil` if it makes the new document of the old one.
  package static func judge(_ cases: [Case]) throws -> [String?] {
    let input = cases.map { "[\($0.old),\($0.patch),\($0.new)]" }.joined(separator: ",\n")
    let output = try PythonScript("apply.py").output(for: "[\(input)]")
    return try JSONDecoder().decode([String?].self, from: output)
  }
}
