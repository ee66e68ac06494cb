import BackstackPlatform
import BackstackTestSupport
import Foundation
import Glibc
import Testing

@Suite("Commands for stored sessions", .endsAtFailure)
struct StorageCommandTests {
  private let folder = TemporaryFolder()

  private var storage: [String] { ["--storage", "sqlite:\(folder.file("sessions.sqlite"))"] }

  private func run(
    _ words: [String]
  ) async throws -> (code: Int32, output: String, errors: String) {
    try await ServerProcess(words + storage).end()
  }

  /// Makes a server create a session with a counter, and stops the server.
  private func makeSession() async throws -> String {
    let server = try ServerProcess(["--port", "0"] + storage)
    let client = CurlClient(port: try await server.port())
    let session = try await SessionClient(
      client, creating: #"{"feature":"counters","link":"/counters/2"}"#)
    try await session.send("incrementButtonTapped", to: 0)
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
    return session.id
  }

  @Test("Sessions continue after SIGTERM with the same version and entity tag")
  func restart() async throws {
    let id = try await makeSession()
    let server = try ServerProcess(["--port", "0"] + storage)
    let session = SessionClient(CurlClient(port: try await server.port()), id: id)
    let answer = try await session.post(
      #"{"path":{"element":{"id":0,"action":{"counter":"nextButtonTapped"}}}}"#,
      fields: ["If-Match": "\"1\""])
    #expect(answer.status == 200)
    #expect(try answer.json.counters == [[0, 3], [1, 3]])
    // A screen that was pushed after the restart can dismiss itself.
    try await session.send("incrementButtonTapped", to: 1)
    try await session.send("incrementButtonTapped", to: 1)
    let closed = try await session.read(atVersion: 5)
    #expect(closed.counters == [[0, 3]])
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
  }

  @Test("Sessions can be listed, shown, exported, ended and imported elsewhere")
  func carry() async throws {
    let id = try await makeSession()
    let list = try await run(["sessions", "list"])
    #expect(list.code == 0)
    #expect(list.output.hasPrefix("\(id)\tcounters\t1\t"))
    let shown = try await run(["sessions", "show", id])
    #expect(shown.output.contains("\n  \"version\": 1\n}"))
    #expect(shown.output.contains("\n  \"state\": {\n    \"path\": [\n      {\n"))
    #expect(shown.output.contains("\"count\": 3"))
    let test = try await run(["sessions", "test", id])
    #expect(test.code == 0 && test.output.contains("SessionHistory<Counters.Action>"))
    #expect(test.output.contains("incrementButtonTapped") && test.output.hasSuffix("}\n"))
    let exported = try await run(["sessions", "export"])
    #expect(exported.output.contains(#"\"count\":3"#))
    #expect(exported.output.split(separator: "\n").count == 1)
    #expect(try await run(["sessions", "delete", id]).code == 0)
    #expect(try await run(["sessions", "list"]).output == "")
    let ended = try await run(["sessions", "show", id])
    #expect(ended.code == 1)
    #expect(ended.errors.contains("ended: deleted"))

    folder.write(exported.output, to: "sessions.json")
    let refused = try await run(["sessions", "import", folder.file("sessions.json")])
    #expect(refused.code == 1)
    #expect(refused.errors.contains("line 1"))
    let elsewhere = ["--storage", "sqlite:\(folder.file("elsewhere.sqlite"))"]
    let imported = try await ServerProcess(
      ["sessions", "import", folder.file("sessions.json")] + elsewhere
    ).end()
    #expect(imported.code == 0, "\(imported.errors)")
    let again = ["--storage", "sqlite:\(folder.file("again.sqlite"))"]
    let missing = try await ServerProcess(["sessions", "import", folder.file("none")] + again).end()
    #expect(
      missing.code == 1 && !FileManager.default.fileExists(atPath: folder.file("again.sqlite")))
    let piped = try await ServerProcess(
      ["sessions", "import", "/dev/stdin"] + again, input: folder.file("sessions.json")
    ).end()
    #expect(piped.code == 0, "\(piped.errors)")
    #expect(
      try await ServerProcess(["sessions", "list"] + again).end().output.hasPrefix(id))
    let server = try ServerProcess(["--port", "0"] + elsewhere)
    let session = SessionClient(CurlClient(port: try await server.port()), id: id)
    #expect(try await session.read().counters == [[0, 3]])
    #expect(try await session.client.get(session.path + "/history").text.contains("creation"))
  }

  @Test("A session is found by a prefix of its id, and an ambiguous prefix lists the matches")
  func prefixes() async throws {
    func line(_ id: String) -> String {
      #"{"id":"\#(id)","feature":"counters","version":0,"timeToLive":1000,"nextElementID":0,"state":"{}"}"#
    }
    let ids = ["1234abcd", "1234abce", "5678abcd"].map { $0 + String(repeating: "0", count: 24) }
    folder.write(ids.map(line).joined(separator: "\n"), to: "sessions.json")
    #expect(try await run(["sessions", "import", folder.file("sessions.json")]).code == 0)

    for text in ["1234abcd", "1234abcd…", ids[0]] {
      let shown = try await run(["sessions", "show", text])
      #expect(shown.code == 0 && shown.output.contains(ids[0]), "\(text)")
    }
    let empty = try await run(["sessions", "delete", ids[2], ""])
    #expect(empty.code == 1 && empty.errors == "backstack: An id is empty.\n")
    for words in [["show", "1234"], ["delete", "5678abcd", "1234"], ["export", "1234"]] {
      let several = try await run(["sessions"] + words)
      #expect(several.code == 1)
      #expect(several.output == "")
      #expect(
        several.errors == """
          backstack: Several sessions have an id that begins with 1234:
            \(ids[0])
            \(ids[1])

          """)
    }
    let none = try await run(["sessions", "delete", "9"])
    #expect(none.errors == "backstack: No session has an id that begins with 9.\n")
    #expect(try await run(["sessions", "list"]).output.split(separator: "\n").count == 3)
    #expect(try await run(["sessions", "delete", "5678abcd"]).code == 0)
    #expect(try await run(["sessions", "show", "56"]).errors.contains("ended: deleted"))
    #expect(try await run(["sessions", "export", "1234abce"]).output.contains(ids[1]))
  }

  @Test("A session that is not quarantined cannot be released")
  func release() async throws {
    let id = try await makeSession()
    let refused = try await run(["sessions", "release", id])
    #expect(refused.code == 1)
    #expect(refused.errors == "backstack: \(id) was not quarantined.\n")
    let unknown = try await run(["sessions", "release", String(repeating: "0", count: 32)])
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("No session has an id"))
  }

  @Test("An invalid session is not imported")
  func nonsense() async throws {
    let lines = [
      "3", "{}",
      #"{"id":"x","feature":"counters","version":0,"timeToLive":1,"nextElementID":0,"state":"{}"}"#,
      #"{"id":"\#(String(repeating: "0", count: 32))","feature":"counters","version":0,"timeToLive":1,"nextElementID":0,"state":"{"}"#,
    ]
    folder.write(lines.joined(separator: "\n"), to: "sessions.json")
    let end = try await run(["sessions", "import", folder.file("sessions.json")])
    #expect(end.code == 1)
    for number in 1...4 { #expect(end.errors.contains("line \(number): "), "\(end.errors)") }
    #expect(try await run(["sessions", "list"]).output == "")
  }

  @Test("A session or a file that can't be imported is explained in sentences")
  func unreadable() async throws {
    let lines = [
      "{}", "", "garbage", "null", "[]", #"{"id":3}"#,
      #"{"id":"x","feature":"counters","version":0,"history":[{}]}"#,
    ]
    folder.write(lines.joined(separator: "\n"), to: "sessions.json")
    let end = try await run(["sessions", "import", folder.file("sessions.json")])
    #expect(end.code == 1)
    #expect(
      end.errors == """
        backstack: line 1: The object has no member "id".
        backstack: line 3: Expected a value, found 'g'. (At byte 0.)
        backstack: line 4: Expected an object, found null.
        backstack: line 5: Expected an object, found an array.
        backstack: line 6: /id: Expected a string, found a number.
        backstack: line 7: The object has no member "timeToLive".

        """)
    let none = try await run(["sessions", "import", folder.file("none")])
    #expect(none.code == 1)
    #expect(
      none.errors
        == "backstack: \(folder.file("none")) can't be used: No such file or directory.\n")
    let directory = try await run(["sessions", "import", folder.path])
    #expect(directory.errors == "backstack: \(folder.path) can't be used: Is a directory.\n")
    let output = ["client", "--language", "swift", "--output", folder.file("sessions.json")]
    let client = try await ServerProcess(output).end()
    #expect(client.code == 1)
    #expect(
      client.errors.hasPrefix("backstack: \(folder.file("sessions.json")) can't be written: "),
      "\(client.errors)")
  }

  @Test("Only a server and an import create a file: for other commands, its name is wrong")
  func missing() async throws {
    let id = String(repeating: "0", count: 32)
    for words in [
      ["doctor"], ["backup", folder.file("copy.sqlite")], ["sessions", "list"],
      ["sessions", "show", id], ["sessions", "test", id], ["sessions", "export"],
      ["sessions", "delete", id], ["sessions", "release", id], ["sessions", "expire"],
    ] {
      let end = try await run(words)
      #expect(end.code == 1 && end.output == "", "\(words)")
      #expect(
        end.errors == "backstack: There is no file \(folder.file("sessions.sqlite")).\n",
        "\(words)")
    }
    let cluster = try await run(["cluster", "status"])
    #expect(cluster.code == 1)
    #expect(cluster.errors == "backstack: Only --storage postgres://… has a cluster.\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    folder.write("", to: "sessions.sqlite")
    #expect(try await run(["doctor"]).errors.contains("sessions.sqlite is empty"))
    #expect(folder.text("sessions.sqlite") == "")
  }

  @Test("Memory has nothing to copy")
  func memory() async throws {
    let end = try await ServerProcess(["backup", folder.file("copy"), "--storage", "memory"]).end()
    #expect(end.code == 1)
    #expect(
      end.errors == "backstack: Nothing is stored in memory: name a file with --storage.\n")
  }

  @Test("A backup that can't be made is not blamed on the storage")
  func refusedBackup() async throws {
    folder.write("", to: "empty.json")
    #expect(try await run(["sessions", "import", folder.file("empty.json")]).code == 0)
    let there = try await run(["backup", folder.file("empty.json")])
    #expect(there.code == 1)
    #expect(
      there.errors
        == "backstack: The backup can't be made: \(folder.file("empty.json")) exists already.\n")
    let nowhere = try await run(["backup", "/nowhere/copy"])
    #expect(nowhere.code == 1)
    #expect(nowhere.errors.hasPrefix("backstack: The backup can't be made: it is impossible to "))
  }

  @Test("A storage can be checked and backed up while a server uses it")
  func doctor() async throws {
    let server = try ServerProcess(["--port", "0"] + storage)
    let client = CurlClient(port: try await server.port())
    _ = try await SessionClient(client, creating: #"{"feature":"counters"}"#)
    let report = try await run(["doctor"])
    #expect(report.code == 0, "\(report.output)\(report.errors)")
    #expect(report.output.contains("It has 1 sessions"))
    #expect(report.output.contains("All is well."))
    #expect(try await run(["backup", folder.file("copy.sqlite")]).code == 0)
    let list = try await ServerProcess(
      ["sessions", "list", "--storage", "sqlite:\(folder.file("copy.sqlite"))"]
    ).end()
    #expect(list.output.contains("\tcounters\t0\t"))
  }

  @Test("A file in an earlier format is refused by commands, and a backup of it is like it")
  func earlierFormat() async throws {
    let server = try ServerProcess(["--port", "0"] + storage)
    _ = try await SessionClient(
      CurlClient(port: try await server.port()), creating: #"{"feature":"counters"}"#)
    server.signal(SIGTERM)
    #expect(try await server.end().code == 0)
    let format = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as file:
        if len(sys.argv) > 2:
          for column in ["base", "length"]: file.execute("ALTER TABLE entry DROP COLUMN " + column)
          file.execute("PRAGMA user_version = 8")
        print(file.execute("PRAGMA user_version").fetchone()[0])
      """
    let file = folder.file("sessions.sqlite")
    #expect(try await python(format, file, "8") == "8\n")
    for words in [["doctor"], ["sessions", "list"], ["sessions", "export"]] {
      let end = try await run(words)
      #expect(end.code == 1 && end.errors.contains("its version is 8; a server that may write"))
    }
    // By another name, too.
    try FileManager.default.linkItem(atPath: file, toPath: folder.file("link"))
    let copied = try await run(["backup", folder.file("copy.sqlite")])
    #expect(copied.code == 0, "\(copied.errors)")
    for path in [file, folder.file("copy.sqlite")] {
      #expect(try await python(format, path) == "8\n")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("partial") })
  }

  @Test("The doctor tells how many sessions of an earlier shape can be read without a migration")
  func earlierShapes() async throws {
    func sessions(_ states: [String]) -> String {
      states.enumerated().map { number, state in
        #"{"id":"\#(String(repeating: "\(number)", count: 32))","feature":"inventory","version":0,"#
          + #""timeToLive":1000,"nextElementID":0,"shape":"0123456789abcdef","state":\#(state)}"#
      }.joined(separator: "\n")
    }
    let readable = #""{\"items\":[]}""#
    folder.write(sessions([readable]), to: "sessions.json")
    #expect(try await run(["sessions", "import", folder.file("sessions.json")]).code == 0)
    let well = try await run(["doctor"])
    #expect(well.code == 0, "\(well.output)")
    #expect(
      well.output.contains(
        "1 sessions of inventory (shape 0123456789abcdef): they get the default values of the "
          + "properties that they lack.\n"), "\(well.output)")

    folder.write(
      sessions([readable, #""{\"items\":[],\"prices\":[]}""#, #""[]""#]), to: "sessions.json")
    _ = try await run(["sessions", "import", folder.file("sessions.json")])
    let unwell = try await run(["doctor"])
    #expect(unwell.code == 1)
    #expect(
      unwell.output.contains(
        "3 sessions of inventory (shape 0123456789abcdef), of which backstack can't read 2: the "
          + "feature does not know /prices of its state; a StateMigration can rename or remove it.\n"
      ),
      "\(unwell.output)")
  }

  @Test("What a terminal would obey is escaped in all that the commands print")
  func hidden() async throws {
    let hostile = "\u{1B}[2J\u{7F}\u{9B}2J\u{202E}\u{2028}\t\n"
    let id = String(repeating: "0", count: 32)
    let text = String(decoding: try JSONEncoder().encode(hostile), as: UTF8.self)
    let session: [String: Any] = [
      "id": id, "feature": "inventory" + hostile, "version": 0, "timeToLive": 1000,
      "nextElementID": 0, "shape": "0123456789abcdef", "state": #"{"name":\#(text)}"#,
      "principal": ["id": "me" + hostile, "attributes": [String: String]()],
    ]
    let unreadable = session.merging(
      [
        "id": String(repeating: "1", count: 32), "feature": "inventory",
        "state": #"{"items":[],"a\#u{9B}\#u{202E}":1}"#,
      ]
    ) { _, new in new }
    let lines = try [session, unreadable].map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
    folder.write(lines.joined(separator: "\n"), to: "sessions.json")
    let end = try await run(["sessions", "import", folder.file("sessions.json")])
    #expect(end.code == 0, "\(end.errors)")
    for words in [
      ["sessions", "list"], ["sessions", "show", id], ["sessions", "export"], ["doctor"],
      ["sessions", "test", id], ["sessions", "show", "\u{9B}\u{202E}"],
    ] {
      let end = try await run(words)
      let output = end.output + end.errors
      #expect(
        !output.unicodeScalars.contains { $0.isHidden && $0 != "\n" && $0 != "\t" },
        "\(words): \(output)")
      #expect(output.contains(#"\u202e"#), "\(words): \(output)")
    }
    let shown = try await run(["sessions", "show", id])
    let saved = try #require(
      try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
    #expect(saved["feature"] as? String == "inventory" + hostile)
    #expect((saved["principal"] as? [String: Any])?["id"] as? String == "me" + hostile)
    // Nor does a text make a line of its own.
    #expect(try await run(["sessions", "list"]).output.split(separator: "\n").count == 2)
    #expect(try await run(["doctor"]).output.contains(#"\u2028\u0009\u000a (shape "#))
    #expect(try await run(["sessions", "test", id]).errors.contains(#"\u2028\u0009\u000a."#))
  }

  @Test("A second server for a file waits, and ends with an explanation")
  func secondServer() async throws {
    let first = try ServerProcess(["--port", "0"] + storage)
    let client = CurlClient(port: try await first.port())
    let id = try await SessionClient(client, creating: #"{"feature":"counters"}"#).id
    let refused = try await run(["serve", "--port", "0", "--storage-wait", "0"])
    #expect(refused.code == 1)
    #expect(refused.errors.contains("another server uses it"))
    #expect(refused.errors.contains("several servers need PostgreSQL"))
    // A waiting server stops on a signal.
    let stopped = try ServerProcess(["--port", "0", "--storage-wait", "3600"] + storage)
    #expect(try await stopped.errorLine().contains("is used by another server"))
    stopped.signal(SIGTERM)
    #expect(try await stopped.end().code == 0)
    // Commands work while a server runs, and a waiting server takes over once it ends.
    let second = try ServerProcess(["--port", "0", "--storage-wait", "3600"] + storage)
    _ = try await second.errorLine()
    #expect(try await run(["sessions", "list"]).output.hasPrefix(id))
    #expect(try await run(["doctor"]).code == 0)
    first.signal(SIGTERM)
    #expect(try await first.end().code == 0)
    let session = SessionClient(CurlClient(port: try await second.port()), id: id)
    #expect(try await session.read().counters == [])
    second.signal(SIGKILL)
    _ = try await second.end()
    let third = try ServerProcess(["--port", "0", "--storage-wait", "0"] + storage)
    _ = try await third.port()
    third.signal(SIGTERM)
    #expect(try await third.end().code == 0)
  }

  @Test("A file that cannot be used is explained, and not changed")
  func unusable() async throws {
    folder.write("This is not a database, but it was here first.", to: "sessions.sqlite")
    for words in [["serve", "--port", "0"], ["doctor"], ["sessions", "list"]] {
      let end = try await run(words)
      #expect(end.code == 1)
      #expect(end.errors.contains("sessions.sqlite can't be used"))
    }
    #expect(folder.text("sessions.sqlite").contains("here first"))
    let folderAsFile = try await ServerProcess(
      ["serve", "--port", "0", "--storage", "sqlite:\(folder.path)"]
    ).end()
    #expect(folderAsFile.code == 1)
  }

  @Test(
    "Incomplete commands and invalid options get an explanation",
    arguments: [
      ["sessions"], ["sessions", "dance"], ["sessions", "show"], ["sessions", "delete"],
      ["sessions", "release"],
      ["backup"],
      ["serve", "--storage", "disk"], ["serve", "--durability", "some"],
    ])
  func wrong(_ words: [String]) async throws {
    let end = try await ServerProcess(words).end()
    #expect(end.code == 2)
    #expect(end.errors.hasPrefix("backstack: "))
  }

  /// Runs a script, and returns its output.
  private func python(_ script: String, _ words: String...) async throws -> String {
    let process = try ChildProcess("python3", ["-c", script] + words, errors: .withOutput)
    let (output, status) = try await offPool { (try process.output.rest(), process.wait()) }
    try #require(status == 0, "\(output)")
    return output
  }

  @Test(
    "A server does not write its records into the storage's files",
    arguments: [
      ("--crash-file", ""), ("--crash-file", "-wal"), ("--access-log", ""),
      ("--access-log", "-lock"),
    ])
  func ownFile(option: String, end: String) async throws {
    let path = folder.file("x/../sessions.sqlite\(end)")
    let refused = try await run(["serve", "--port", "0", option, path])
    #expect(refused.code == 1)
    #expect(refused.errors == "backstack: \(option): \(path) is a file of the storage.\n")
    let link = folder.file("link\(end)")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.file("sessions.sqlite\(end)"))
    #expect(
      FileManager.default.createFile(atPath: folder.file("sessions.sqlite\(end)"), contents: nil))
    let linked = try await run(["serve", "--port", "0", option, link])
    #expect(linked.errors == "backstack: \(option): \(link) is a file of the storage.\n")
    let empty = try await run(["serve", "--port", "0", "--crash-file", ""])
    #expect(empty.code == 2 && empty.errors.contains("the path of a file"))
  }

  @Test("An export names what can't be read, and has the rest; an end of what has ended is done")
  func damagedExport() async throws {
    var ids: [String] = []
    for _ in 1...3 { ids.append(try await makeSession()) }
    ids.sort()
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as file:
        file.execute("UPDATE entry SET record = x'00' WHERE key = "
                     "(SELECT key FROM session WHERE id = ?)", [sys.argv[2]])
      """
    _ = try await python(script, folder.file("sessions.sqlite"), ids[1])
    let exported = try await run(["sessions", "export"])
    #expect(exported.code == 1)
    #expect(exported.output.split(separator: "\n").count == 2)
    #expect(exported.errors.contains("unreadable: \(ids[1])"))
    for ids in [[ids[0]], [ids[0], ids[2]]] {
      let end = try await run(["sessions", "delete"] + ids)
      #expect(end.code == 0, "\(end.errors)")
    }
    let left = try await run(["sessions", "list"])
    #expect(left.output.hasPrefix(ids[1]), "\(left)")
  }
}
