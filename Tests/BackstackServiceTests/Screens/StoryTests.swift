import Backstack
import BackstackService
import BackstackServiceTesting
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import BackstackDemo

/// Flows of the demo, as a person goes through them.
@Suite struct StoryTests {
  @Test(
    "A person adds a stand-up, changes it, and deletes it", arguments: ServiceTransport.allCases)
  func standups(over transport: ServiceTransport) async throws {
    let service = try HostedService(demoFeatures, over: transport)
    let session = try await service.session(of: Standups.self, "standups")
    var screen = try await session.screen()
    #expect(screen.title == "Daily stand-ups")

    try await screen.tap("Add a stand-up")
    #expect(screen.title == "New stand-up")
    try await screen.enter("Design", in: "Title")
    try await screen.enter("Ada", in: "Name")
    try await screen.tap("Add an attendee")
    try await screen.set("Length: 5 min", to: 600)
    #expect(
      screen.description.hasSuffix(
        """
        # New stand-up (sheet)
        Stand-up
          Title: "Design"
          Length: 10 min: 600
        Attendees
          Name: "Ada"
            [Remove]
          Name: ""
            [Remove]
          [Add an attendee]
        [Cancel]
        [Add]
        """))
    try await screen.tap("Add")
    try await screen.tap("Design")
    #expect(screen.title == "Design")
    #expect(screen.texts.contains("Ada"))

    try await screen.tap("Delete")
    #expect(screen.title == "Delete “Design”?")
    try await screen.tap("Cancel")
    try await screen.tap("Edit")
    try await screen.tap("Remove", in: "Ada")
    try await screen.back()
    #expect(screen.texts.contains("Ada"))
    try await screen.tap("Delete")
    try await screen.tap("Delete")
    #expect(!screen.texts.contains("Design"))
  }

  @Test("A person pauses a meeting and resumes it")
  func pause() async throws {
    let features = makeDemoFeatures { $0.continuousClock = TestClock() }
    let session = try await HostedService(features).session(of: Standups.self, "standups")
    var screen = try await session.screen()
    try await screen.tap("Navigation")
    try await screen.tap("Start the meeting")
    try await screen.tap("Start")
    #expect(screen.texts.contains("is speaking"))
    try await screen.tap("Pause")
    #expect(screen.texts.contains("continues after the pause"))
    #expect(!screen.canTap("Pause"))
    try await screen.tap("Resume")
    #expect(screen.texts.contains("is speaking") && screen.canTap("Pause"))
  }

  @Test("A person adds an item; controls that are not there are mistakes")
  func inventory() async throws {
    let session = try await HostedService(demoFeatures).session(of: Inventory.self, "inventory")
    var screen = try await session.screen()
    try await screen.tap("Add an item")
    try await screen.enter("Keyboard", in: "Name")
    try await screen.choose("Blue", in: "Color")
    try await screen.choose("Out of stock", in: "Status")
    try await screen.toggle("On back order")
    #expect(try screen.value(of: "On back order") == "true")
    try await screen.tap("Add")
    #expect(
      screen.texts == [
        "Keyboard", "Out of stock, on back order", "Copy", "Delete", "Add an item",
      ])
    try await screen.tap("Copy", in: "Keyboard")
    try await screen.tap("Add the copy")
    await #expect(throws: ScreenMistake.self) { try await screen.tap("Keyboard") }
    await #expect(throws: ScreenMistake.self) { try await screen.tap("Sell") }
  }

  @Test("A person stacks counters and goes back")
  func counters() async throws {
    let session = try await HostedService(demoFeatures).session(of: Counters.self, "counters")
    var screen = try await session.screen()
    try await screen.tap("Add a counter")
    try await screen.tap("Increment")
    try await screen.tap("Next counter")
    try await screen.tap("Increment")
    #expect(screen.levelIDs == ["root", "path/0", "path/1"])
    #expect(screen.texts.first == "2")
    try await screen.back()
    #expect(screen.texts.first == "1")
    try await screen.back()
    try await screen.tap("Begin at 3")
    #expect(screen.texts.first == "3")
  }

  @Test("A person looks at a poll")
  func polls() async throws {
    let session = try await HostedService(demoFeatures).session(of: Polls.self, "polls")
    var screen = try await session.screen()
    try await screen.tap("What is for lunch?")
    #expect(screen.canTap("Tomato soup"))
    #expect(!screen.canTap("Withdraw my vote"))
    try await screen.back()
    #expect(screen.texts == ["What is for lunch?", "Where do we go on Friday?"])
  }
}
