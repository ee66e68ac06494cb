import Backstack
import BackstackService
import BackstackTestSupport
import Testing

@testable import BackstackHost

@Suite("The command that writes types for clients")
struct ClientCommandTests {
  @Reducer
  struct Shelf {
    struct State: Codable, Sendable { var id = "" }
    enum Action: Codable, Sendable { case label }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  private let features = ["shelf", "a/b"].map { name in
    Feature(name, initialState: Shelf.State()) { Shelf() }
  }

  @Test("It writes a file for each feature, whose name may be no file's, into a new folder")
  func files() throws {
    let folder = TemporaryFolder()
    let output = folder.file("new/types")
    let arguments = ["--language", "typescript", "--output", output]
    #expect(try ClientCommand(arguments, features: features).run() == 0)
    for (feature, name) in zip(features, ["shelf", "a_b"]) {
      let text = folder.text("new/types/\(name).d.ts")
      #expect(text == BackstackServer.client(of: feature, in: .typescript))
      #expect(text.contains("readonly feature: \"\(feature.name)\";"))
    }
    let one = arguments.dropLast() + [folder.file("one"), "--feature", "a/b"]
    #expect(try ClientCommand(Array(one), features: features).run() == 0)
    #expect(folder.text("one/a_b.d.ts") != "" && folder.text("one/shelf.d.ts") == "")
  }

  @Test(
    "A wrong command line says what is missing, and what there is",
    arguments: [
      ("", "client needs a --language: typescript, swift, openapi."),
      ("--language", "--language needs a value."),
      (
        "--language cobol",
        "There is no language \"cobol\". The languages are: typescript, swift, openapi."
      ),
      ("shelf --language typescript", "client does not take \"shelf\"."),
      ("--port 1", "client has no option \"--port\"."),
      (
        "--language typescript",
        "client needs the name of one --feature, or a folder as --output."
      ),
      (
        "--language typescript --feature shop",
        "There is no feature \"shop\". The features are: shelf, a/b."
      ),
    ])
  func mistakes(_ line: String, _ message: String) {
    #expect(throws: CommandError(message)) {
      try ClientCommand(line.split(separator: " ").map(String.init), features: features)
    }
  }

  @Test("Features whose names make the same file are refused, and one of them alone is written")
  func sameFile() throws {
    let folder = TemporaryFolder()
    let features = features + [Feature("a_b", initialState: Shelf.State()) { Shelf() }]
    let arguments = ["--language", "typescript", "--output", folder.path]
    #expect(
      throws: CommandError("Two features would have the same file: choose one with --feature.")
    ) { try ClientCommand(arguments, features: features) }
    #expect(try ClientCommand(arguments + ["--feature", "a_b"], features: features).run() == 0)
    #expect(folder.text("a_b.d.ts").contains("readonly feature: \"a_b\";"))
  }

  @Test("In each language, a feature has a file of its own", arguments: ClientLanguage.allCases)
  func languages(_ language: ClientLanguage) throws {
    let folder = TemporaryFolder()
    let arguments = ["--language", language.rawValue, "--output", folder.path]
    #expect(try ClientCommand(arguments, features: features).run() == 0)
    let texts = ["shelf", "a_b"].map { folder.text("\($0).\(language.fileExtension)") }
    #expect(texts == features.map { BackstackServer.client(of: $0, in: language) })
    #expect(texts[0].contains("shelf") && !texts[0].contains("a/b"))
  }

  @Test("The executable prints the committed types")
  func executable() async throws {
    let arguments = ["client", "--language", "typescript", "--feature"]
    let end = try await ServerProcess(arguments + ["polls"]).end()
    #expect(end.code == 0)
    #expect(end.output.hasPrefix("/**\n * The states and actions of the feature \"polls\"."))
    let refused = try await ServerProcess(arguments + ["poll"]).end()
    #expect(refused.code == 2)
  }
}
