import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
import Testing

@testable import BackstackAgents

@Suite("An agent uses an app")
struct AgentStoryTests {
  @Test("It opens a session, enters, presses, goes back, and what it did is in the history")
  func story() async throws {
    let agent = try Agent()
    let opened = try await agent.call("standups_open")
    #expect(opened.text.contains("# Daily stand-ups\n"))
    let session = try #require(opened.structure["session"])
    let sheet = try await agent.call(
      "press", ["session": session, "control": opened.control("Add a stand-up")])
    #expect(sheet.text.contains("New stand-up (sheet)"))
    #expect(sheet.text.contains("Changes:\n- destination is now"))
    let titled = try await agent.call(
      "enter", ["session": session, "control": sheet.control("Title"), "value": "Agents"])
    #expect(try titled.control(#"Title: "Agents""#) == sheet.control("Title"))
    #expect(titled.version == 2)
    let added = try await agent.call(
      "press", ["session": session, "control": titled.control("Add")])
    // "Add an attendee" comes first, and begins alike.
    #expect(added.structure["levels"]?.elements.count == 2)
    let closed = try await agent.call("back", ["session": session])
    #expect(closed.structure["levels"]?.elements.count == 1)
    let history = try await agent.call("history", ["session": session])
    #expect(history.text.contains("\n\(ScreenReport.notice)\nversion 0, "))
    #expect(history.text.contains("version 1, "))
    #expect(history.text.contains(#"client (an agent): {"addStandupButtonTapped":{}}"#))
    let restored = try await agent.call("restore", ["session": session, "to": 2])
    #expect(restored.text.hasPrefix("Version 2 is back."))
    #expect(restored.structure["levels"]?.elements.count == 2)
    let over = try await agent.call("close", ["session": session])
    #expect(!over.isError)
    #expect(try await agent.call("look", ["session": session]).isError)
  }

  @Test("A control that is gone is an error that shows the screen as it is")
  func gone() async throws {
    let agent = try Agent()
    let opened = try await agent.call("standups_open")
    let session = try #require(opened.structure["session"])
    let add = try opened.control("Add a stand-up")
    _ = try await agent.call("press", ["session": session, "control": add])
    let again = try await agent.call("press", ["session": session, "control": add])
    #expect(again.isError)
    #expect(again.text.hasPrefix("The screen offers no control \"root:b0\" now. Nothing was done."))
    #expect(again.text.contains("New stand-up (sheet)"))
    #expect(again.version == 1)
  }

  @Test("A call that is repeated with its key is done once, although its control is gone")
  func repeated() async throws {
    let agent = try Agent()
    let opened = try await agent.call("standups_open", ["key": "a-key-of-20-characters"])
    let session = try #require(opened.structure["session"])
    let same = try await agent.call("standups_open", ["key": "a-key-of-20-characters"])
    #expect(same.structure["session"] == session)
    let press: JSONLiteral = [
      "session": session, "control": try opened.control("Add a stand-up"), "key": "1",
    ]
    _ = try await agent.call("press", press)
    let again = try await agent.call("press", press)
    #expect(!again.isError)
    #expect(again.text.hasPrefix("This call was done before"))
    #expect(again.version == 1)
  }

  @Test("A switch that is pressed twice with one key is pressed once")
  func switches() async throws {
    let agent = try Agent()
    let session = try await agent.open("inventory")
    let listed = try await agent.call("look", ["session": session])
    let sheet = try await agent.call(
      "press", ["session": session, "control": listed.control("Add an item")])
    let out = try await agent.call(
      "enter",
      ["session": session, "control": sheet.control("Status"), "value": "Out of stock"])
    let press: JSONLiteral = [
      "session": session, "control": try out.control("On back order"), "key": "switch",
    ]
    let once = try await agent.call("press", press)
    let twice = try await agent.call("press", press)
    #expect(once.version == twice.version)
  }

  @Test(
    "A call that was done with a key is not done again with other arguments besides",
    arguments: [["wait": 1], ["fields": [:]], ["version": 1]] as [JSONLiteral])
  func arguments(_ others: JSONLiteral) async throws {
    let agent = try Agent()
    let session = try await agent.open("counters")
    let opened = try await agent.call("look", ["session": session])
    let add = try opened.control("Add a counter")
    let counter = try await agent.call("press", ["session": session, "control": add])
    var press: JSONLiteral = [
      "session": session, "control": try counter.control("Increment"), "key": "once",
    ]
    #expect(try await agent.call("press", press).version == 2)
    for other in others.members { press[other.name] = other.value }
    let again = try await agent.call("press", press)
    #expect(again.version == 2)
    #expect(again.text.hasPrefix("This call was done before"))
  }

  @Test("A call that was done before shows the present screen")
  func passed() async throws {
    let agent = try Agent()
    let session = try await agent.open("counters")
    let opened = try await agent.call("look", ["session": session])
    let press: JSONLiteral = [
      "session": session, "control": try opened.control("Add a counter"), "key": "1",
    ]
    #expect(try await agent.call("press", press).structure["levels"]?.elements.count == 2)
    _ = try await agent.call("back", ["session": session])
    let again = try await agent.call("press", press)
    #expect(again.text.hasPrefix("This call was done before") && again.version == 2)
    #expect(again.structure["levels"]?.elements.count == 1)
    let sent = try await agent.call(
      "counters_send", ["session": session, "action": "addCounterButtonTapped", "key": "2"])
    #expect(sent.version == 3)
    let repeated = try await agent.call(
      "counters_send", ["session": session, "action": "addCounterButtonTapped", "key": "2"])
    #expect(repeated.version == 3 && repeated.text.hasPrefix("This call was done before"))
  }

  @Test("A call that an HTTP request with its key has done before is told as done")
  func doneByRequest() async throws {
    let agent = try Agent()
    let session = try await agent.open("counters")
    let path = "/sessions/\(session.text ?? "")/actions"
    for (key, fields) in [("a", [:]), ("b", ["Prefer": "return=minimal"])] as [(String, HTTPFields)]
    {
      var fields = fields
      fields.append("Idempotency-Key", key)
      _ = try await agent.service.send(
        .post, path, json: "\"addCounterButtonTapped\"", fields: fields)
      let done = try await agent.call(
        "counters_send",
        ["session": session, "action": "addCounterButtonTapped", "key": .string(key)])
      #expect(!done.isError && done.text.hasPrefix("This call was done before"), "\(done)")
    }
    #expect(try await agent.call("look", ["session": session]).version == 2)
  }

  @Test("A key is that of one call of one tool, and may be a field of the request")
  func keys() async throws {
    var agent = try Agent()
    let session = try await agent.open("counters")
    let opened = try await agent.call("look", ["session": session])
    let control = try opened.control("Add a counter")
    let counter = try await agent.call(
      "press", ["session": session, "control": control, "key": "1"])
    #expect(counter.structure["levels"]?.elements.count == 2)
    // Whatever it does: by a control, as an action, or on a proposal.
    for (tool, call) in [
      ("back", ["session": session, "key": "1"]),
      ("press", ["session": session, "control": "path/0:1.1", "key": "1"]),
      ("press", ["session": session, "control": "no:where", "key": "1"]),
      ("counters_send", ["session": session, "action": "addCounterButtonTapped", "key": "1"]),
    ] as [(String, JSONLiteral)] {
      let refused = try await agent.call(tool, call)
      #expect(refused.isError && refused.text.contains("was used for another call"), "\(refused)")
    }
    let long = String(repeating: "k", count: 255)
    let back: JSONLiteral = ["session": session, "key": .string(long)]
    let done = try await agent.call("back", back)
    #expect(!done.text.contains("was done before"))
    #expect(done.structure["levels"]?.elements.count == 1)
    let again = try await agent.call("back", back)
    #expect(again.text.hasPrefix("This call was done before") && again.version == done.version)
    agent.fields = ["Idempotency-Key": "\"1\""]
    let same = try await agent.call("press", ["session": session, "control": control])
    #expect(same.version == 2 && same.text.hasPrefix("This call was done before"))
    let other = try await agent.call(
      "press", ["session": session, "control": control, "key": "2"])
    #expect(other.isError && other.text.contains("has another key"))
  }

  @Test("A session that is opened, or a version that is brought back, again is shown as it is now")
  func openedAgain() async throws {
    let agent = try Agent()
    let open: JSONLiteral = ["key": "a-key-of-20-characters"]
    let opened = try await agent.call("counters_open", open)
    let session = try #require(opened.structure["session"])
    let restore: JSONLiteral = ["session": session, "to": 0, "key": "r"]
    #expect(try await agent.call("restore", restore).text.hasPrefix("Version 0 is back."))
    _ = try await agent.call(
      "press", ["session": session, "control": opened.control("Add a counter")])
    for (tool, arguments) in [("counters_open", open), ("restore", restore)] {
      let again = try await agent.call(tool, arguments)
      #expect(again.text.hasPrefix("This call was done before"), "\(again.text)")
      #expect(again.version == 2 && again.structure["levels"]?.elements.count == 2)
    }
    _ = try await agent.call("close", ["session": session])
    let closed = try await agent.call("counters_open", open)
    #expect(closed.isError && closed.text.contains("The session is over."))
  }

  @Test("An action is done although its screen can't be shown, and another one leads out of there")
  func hiddenScreen() async throws {
    var configuration = ServiceConfiguration()
    configuration.maximumStateBytes = 2000
    let agent = try Agent(configuration: configuration)
    let session = try await agent.open("counters")
    var push: JSONLiteral = ["session": session, "action": "addCounterButtonTapped"]
    var version = 0
    var last: ToolResult
    repeat {
      version += 1
      push["key"] = .string("\(version)")
      last = try await agent.call("counters_send", push)
    } while last.version == version
    #expect(
      !last.isError && last.text.hasPrefix("It was done: the session has version \(version)."))
    #expect(try await agent.call("counters_send", push).text == last.text)
    let popped = try await agent.call(
      "counters_send", ["session": session, "action": ["path": ["popFrom": ["id": 0]]]])
    #expect(!popped.isError && popped.version == version + 1, "\(popped.text)")
  }

  @Test("A tool sends actions of its own feature only, and none that refuses a proposal")
  func ownActions() async throws {
    let agent = try Agent()
    let session = try await agent.open("inventory")
    let foreign = try await agent.call(
      "counters_send", ["session": session, "action": "addButtonTapped"])
    #expect(foreign.isError && foreign.text.contains("use inventory_send") && foreign.version == 0)
    let none = try await agent.call("inventory_send", ["session": session, "action": []])
    #expect(none.isError && none.text.contains("only a person"))
  }

  @Test("A version that another has passed is a conflict, and nothing is done")
  func conflict() async throws {
    let agent = try Agent()
    let opened = try await agent.call("counters_open")
    let session = try #require(opened.structure["session"])
    let action: JSONLiteral = ["session": session, "action": "addCounterButtonTapped"]
    _ = try await agent.call("counters_send", action)
    var late = action
    late["version"] = 0
    let conflict = try await agent.call("counters_send", late)
    #expect(conflict.isError)
    #expect(conflict.text.hasPrefix("The session has another version by now."))
    #expect(conflict.version == 1)
    let press = try await agent.call(
      "press", ["session": session, "control": conflict.control("Increment"), "version": 0])
    #expect(press.isError)
    #expect(press.version == 1)
  }

  @Test("An action that does not fit is refused with its reason and the screen")
  func refused() async throws {
    let agent = try Agent()
    let session = try await agent.open("counters")
    for action: JSONLiteral in ["nonsense", ["path": ["popFrom": ["id": 7]]]] {
      let answer = try await agent.call("counters_send", ["session": session, "action": action])
      #expect(answer.isError)
      #expect(answer.version == 0)
      #expect(answer.text.contains("# Counters"))
    }
  }

  @Test("The fields of a prompt are an object")
  func fields() async throws {
    let agent = try Agent()
    let session = try await agent.open("counters")
    let opened = try await agent.call("look", ["session": session])
    let refused = try await agent.call(
      "press", ["session": session, "control": opened.control("Add a counter"), "fields": 5])
    #expect(refused.isError && refused.text == "The argument \"fields\" is an object.")
  }

  @Test(
    "What a control does not take is refused",
    arguments: [
      ("press", "Title", nil, "takes a value"), ("enter", "Cancel", "x", "takes no value"),
      ("enter", "Length", "much", "is a number"), ("enter", "Length", 99999, "is at most 3600"),
      ("enter", "Title", .null, "The value is a text"), ("enter", "Title", [:], "is a text"),
    ] as [(String, String, JSONLiteral?, String)])
  func values(tool: String, control: String, value: JSONLiteral?, reason: String) async throws {
    let agent = try Agent()
    let opened = try await agent.call("standups_open")
    let session = try #require(opened.structure["session"])
    let sheet = try await agent.call(
      "press", ["session": session, "control": opened.control("Add a stand-up")])
    var arguments: JSONLiteral = ["session": session, "control": try sheet.control(control)]
    arguments["value"] = value
    let answer = try await agent.call(tool, arguments)
    #expect(answer.isError)
    #expect(answer.text.contains(reason))
    #expect(answer.version == 1)
  }

  @Test(
    "Arguments that a tool does not take are told to the agent",
    arguments: [
      ("look", [:], "\"session\" is missing"),
      ("look", ["session": "x"], "no session with this id"),
      ("look", ["session": 7], "is a text"), ("look", ["session": "x", "what": 1], "no argument"),
      ("counters_open", ["key": "a\r\nIf-Match: \"7\""], "letters, digits and signs"),
      ("counters_open", ["key": "short"], "20"), ("counters_open", ["link": "/nonsense"], "link"),
    ] as [(String, JSONLiteral, String)])
  func arguments(tool: String, arguments: JSONLiteral, reason: String) async throws {
    let answer = try await Agent().call(tool, arguments)
    #expect(answer.isError)
    #expect(answer.text.contains(reason))
  }

  @Test("A session of another client is as unknown as one that never was")
  func ownership() async throws {
    var configuration = ServiceConfiguration()
    configuration.apiKeys = [
      try #require(APIKey(name: "ada", secret: "ada-ada-ada-ada-ada")),
      try #require(APIKey(name: "bob", secret: "bob-bob-bob-bob-bob")),
    ]
    var agent = try Agent(configuration: configuration)
    #expect(try await agent.send("tools/list").status == 401)
    agent.fields = ["Authorization": "Bearer ada-ada-ada-ada-ada"]
    let session = try await agent.open("counters")
    let seen = try await agent.call("look", ["session": session])
    let listed = try await agent.result("resources/list")["resources"]?.elements
    #expect(listed?.map { $0["uri"]?.text } == ["backstack://sessions/\(session.text ?? "")"])
    agent.fields = ["Authorization": "Bearer bob-bob-bob-bob-bob"]
    #expect(try await agent.result("resources/list")["resources"] == [])
    let other = try await agent.call("look", ["session": session])
    let never = try await agent.call(
      "look", ["session": .string(String(repeating: "0", count: 32))])
    #expect(other.isError)
    #expect(other.text == never.text)
    for control in [try seen.control("Add a counter"), "gone"] {
      let pressed = try await agent.call("press", ["session": session, "control": control])
      #expect(pressed.isError && pressed.text == never.text)
    }
  }

  @Test("Looking again tells what has changed, or that nothing has")
  func looking() async throws {
    let agent = try Agent()
    let session = try await agent.open("counters")
    let same = try await agent.call("look", ["session": session, "since": 0])
    #expect(same.text == "Nothing has changed since version 0.")
    _ = try await agent.call(
      "counters_send", ["session": session, "action": "addCounterButtonTapped"])
    let later = try await agent.call("look", ["session": session, "since": 0])
    #expect(later.text.contains("Changes:\n- path/"))
  }
}
