import Foundation
import Mutation

/// The options, which are read from the environment.
struct Options {
  /// The modules to change, whose sources are below `Sources`.
  var modules = [
    "Backstack", "BackstackHTTP", "BackstackSQLite", "BackstackService", "BackstackSessions",
  ]
  /// A part of the paths of the files to change.
  var files = ""
  /// The time to spend on mutants, in minutes.
  var minutes = 60.0
  /// The number of mutants to try in each module; all if `nil`.
  var sample: Int?
  var seed = "1"
  /// The time in seconds above which suites are left out.
  var slowest = 60.0

  init(_ environment: [String: String]) {
    func value(_ name: String) -> String? {
      environment["MUTATE_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let names = value("MODULES") {
      modules = names.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    }
    files = value("FILES") ?? files
    minutes = value("MINUTES").flatMap(Double.init) ?? minutes
    sample = value("SAMPLE").flatMap { Int($0) }
    seed = value("SEED") ?? seed
    slowest = value("SLOWEST").flatMap(Double.init) ?? slowest
  }

  func includes(_ file: MutatedFile) -> Bool { files.isEmpty || file.path.contains(files) }

  /// Returns the test targets that should notice a change of a module, the most important one
  /// first.
  static func testTargets(of module: String) -> [String] {
    switch module {
    case "Backstack":
      [
        "BackstackTests", "BackstackRulesTests", "BackstackTestingTests", "BackstackModelTests",
        "BackstackDocumentationTests", "BackstackSchemaTests", "BackstackServiceTests",
      ]
    case "BackstackHTTP": ["BackstackHTTPTests", "BackstackServiceTests", "BackstackServerTests"]
    case "BackstackSessions":
      [
        "BackstackSessionsTests", "BackstackServiceTests", "BackstackSchemaTests",
        "BackstackServerTests",
      ]
    case "BackstackService":
      ["BackstackServiceTests", "BackstackSchemaTests", "BackstackServerTests"]
    default: ["\(module)Tests"]
    }
  }
}
