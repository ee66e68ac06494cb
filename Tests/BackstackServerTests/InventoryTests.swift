import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("The inventory over HTTP", .endsAtFailure)
struct InventoryTests {
  static let keyboard = "11111111-1111-4111-8111-111111111111"
  /// An inventory of three blue keyboards.
  static let stocked = """
    {"feature":"inventory","state":{"items":[
      {"id":"\(keyboard)","name":"Keyboard","color":"blue","status":{"inStock":{"quantity":3}}}]}}
    """

  private func item(_ name: String, id: String = keyboard) -> JSON {
    [
      "id": .string(id), "name": .string(name), "color": "blue",
      "status": ["inStock": ["quantity": 3]],
    ]
  }

  @Test("Adding an item can be cancelled")
  func cancelAdding() async throws {
    let session = try await SessionClient(creating: #"{"feature":"inventory"}"#)
    let shown = try await session.send(#""addButtonTapped""#)
    #expect(shown["state"]?["destination"]?["addItem"]?["item"]?["name"] == "")
    let cancelled = try await session.send(#""cancelAddItemButtonTapped""#)
    #expect(cancelled["state"] == ["destination": .null, "items": []])
  }

  @Test("An item is added with the values of its form")
  func confirmAdding() async throws {
    let session = try await SessionClient(creating: #"{"feature":"inventory"}"#)
    let shown = try await session.send(#""addButtonTapped""#)
    let id = shown["state"]?["destination"]?["addItem"]?["item"]?["id"]
    for change in [
      #"{"binding":{"name":"Mouse","color":"green"}}"#,
      #"{"binding":{"status":{"outOfStock":{"isOnBackOrder":true}}}}"#,
    ] {
      try await session.send(#"{"destination":{"presented":{"addItem":\#(change)}}}"#)
    }
    let added = try await session.send(#""confirmAddItemButtonTapped""#)
    // The first two fields were an action each.
    #expect(added["version"] == 5)
    #expect(
      added["state"] == [
        "destination": .null,
        "items": [
          [
            "id": try #require(id), "name": "Mouse", "color": "green",
            "status": ["outOfStock": ["isOnBackOrder": true]],
          ]
        ],
      ])
  }

  @Test("A form that is open is not replaced by a press that comes too late")
  func latePresses() async throws {
    let session = try await SessionClient(creating: Self.stocked)
    try await session.send(#""addButtonTapped""#)
    let typed = try await session.send(
      #"{"destination":{"presented":{"addItem":{"binding":{"name":"Mouse"}}}}}"#)
    #expect(typed["state"]?["destination"]?["addItem"]?["item"]?["name"] == "Mouse")
    for button in ["duplicateButtonTapped", "itemButtonTapped", "deleteButtonTapped"] {
      let pressed = try await session.send(#"{"\#(button)":{"id":"\#(Self.keyboard)"}}"#)
      #expect(pressed["state"] == typed["state"])
    }
    let again = try await session.send(#""addButtonTapped""#)
    #expect(again["state"] == typed["state"])
  }

  @Test("A quantity has bounds, whatever a client sends", arguments: [(-5, 0), (10_000, 9_999)])
  func quantity(sent: Int, taken: Int) async throws {
    let session = try await SessionClient(creating: Self.stocked)
    try await session.send(#"{"itemButtonTapped":{"id":"\#(Self.keyboard)"}}"#)
    let status = #"{"status":{"inStock":{"quantity":\#(sent)}}}"#
    let changed = try await session.send(
      #"{"destination":{"presented":{"editItem":{"binding":\#(status)}}}}"#)
    let item = changed["state"]?["destination"]?["editItem"]?["item"]
    #expect(item?["status"]?["inStock"]?["quantity"] == .integer(taken))
  }

  @Test("Duplicating an item can be cancelled")
  func cancelDuplicating() async throws {
    let session = try await SessionClient(creating: Self.stocked)
    let shown = try await session.send(#"{"duplicateButtonTapped":{"id":"\#(Self.keyboard)"}}"#)
    let copy = shown["state"]?["destination"]?["duplicateItem"]?["item"]
    #expect(copy?["name"] == "Keyboard")
    #expect(copy?["id"] != .string(Self.keyboard))
    let cancelled = try await session.send(#""cancelDuplicateItemButtonTapped""#)
    #expect(cancelled["state"] == ["destination": .null, "items": [item("Keyboard")]])
  }

  @Test("A duplicate is a separate item with the values of its form")
  func confirmDuplicating() async throws {
    let session = try await SessionClient(creating: Self.stocked)
    let shown = try await session.send(#"{"duplicateButtonTapped":{"id":"\#(Self.keyboard)"}}"#)
    let copy = try #require(
      shown["state"]?["destination"]?["duplicateItem"]?["item"]?["id"]?.string)
    try await session.send(
      #"{"destination":{"presented":{"duplicateItem":{"binding":{"name":"Keyboard 2"}}}}}"#)
    let added = try await session.send(#""confirmDuplicateItemButtonTapped""#)
    #expect(
      added["state"] == [
        "destination": .null, "items": [item("Keyboard"), item("Keyboard 2", id: copy)],
      ])
  }

  @Test("Edits are kept when the form is dismissed, and not before")
  func editing() async throws {
    let session = try await SessionClient(creating: Self.stocked)
    let shown = try await session.send(#"{"itemButtonTapped":{"id":"\#(Self.keyboard)"}}"#)
    #expect(shown["state"]?["destination"]?["editItem"]?["item"] == item("Keyboard"))
    let renamed = try await session.send(
      #"{"destination":{"presented":{"editItem":{"binding":{"name":"Piano"}}}}}"#)
    #expect(renamed["state"]?["destination"]?["editItem"]?["item"] == item("Piano"))
    #expect(renamed["state"]?["items"] == [item("Keyboard")])
    let dismissed = try await session.send(#"{"destination":"dismiss"}"#)
    #expect(dismissed["state"] == ["destination": .null, "items": [item("Piano")]])
  }

  @Test("The alert's button deletes the item and closes the alert")
  func deleting() async throws {
    let session = try await SessionClient(creating: Self.stocked)
    let shown = try await session.send(#"{"deleteButtonTapped":{"id":"\#(Self.keyboard)"}}"#)
    #expect(
      shown["state"]?["destination"] == [
        "alert": [
          "title": "Delete Keyboard?", "message": "This can't be undone.",
          "buttons": [
            [
              "label": "Delete", "role": "destructive",
              "action": ["confirmDeletion": ["id": .string(Self.keyboard)]],
            ],
            ["label": "Cancel", "role": "cancel"],
          ],
        ]
      ])
    let deleted = try await session.send(
      #"""
      {"destination":{"presented":{"alert":{"confirmDeletion":{"id":"\#(Self.keyboard)"}}}}}
      """#)
    #expect(deleted["state"] == ["destination": .null, "items": []])
    #expect(deleted["version"] == 2)
  }

  @Test("Dismissing the alert deletes nothing")
  func cancelDeleting() async throws {
    let session = try await SessionClient(creating: Self.stocked)
    try await session.send(#"{"deleteButtonTapped":{"id":"\#(Self.keyboard)"}}"#)
    let dismissed = try await session.send(#"{"destination":{"dismiss":{}}}"#)
    #expect(dismissed["state"] == ["destination": .null, "items": [item("Keyboard")]])
    let again = try await session.post(#"{"destination":"dismiss"}"#)
    try expectProblem(again, 409, "stale-element")
  }

  @Test("The form's timer dismisses it after three ticks, and the edits are kept")
  func timer() async throws {
    let clock = TestClock()
    try await withServer(features: demoFeatures(clock: clock)) { server in
      let session = try await SessionClient(server.makeClient(), creating: Self.stocked)
      try await session.send(#"{"itemButtonTapped":{"id":"\#(Self.keyboard)"}}"#)
      try await session.send(
        #"{"destination":{"presented":{"editItem":{"binding":{"name":"Piano"}}}}}"#)
      let started = try await session.send(
        #"{"destination":{"presented":{"editItem":"timerButtonTapped"}}}"#)
      #expect(started["effects"] == 1)
      #expect(started["state"]?["destination"]?["editItem"]?["ticksLeft"] == 3)
      for tick in 1...2 {
        await clock.advance(by: .seconds(1))
        let snapshot = try await session.read(atVersion: 3 + tick)
        #expect(
          snapshot["state"]?["destination"]?["editItem"]?["ticksLeft"] == .integer(3 - tick))
        #expect(snapshot["state"]?["items"] == [item("Keyboard")])
      }
      await clock.advance(by: .seconds(1))
      // The third tick and the dismissal.
      let dismissed = try await session.read(atVersion: 7)
      #expect(dismissed["state"] == ["destination": .null, "items": [item("Piano")]])
    }
  }

  @Test("Leaving a form stops its timer")
  func cancelledTimer() async throws {
    let clock = TestClock()
    try await withServer(features: demoFeatures(clock: clock)) { server in
      let session = try await SessionClient(server.makeClient(), creating: Self.stocked)
      try await session.send(#""addButtonTapped""#)
      try await session.send(#"{"destination":{"presented":{"addItem":"timerButtonTapped"}}}"#)
      let cancelled = try await session.send(#""cancelAddItemButtonTapped""#)
      #expect(cancelled["effects"] == 0)
      #expect(clock.sleeperCount == 0)
      try await session.expectUnchanged { await clock.advance(by: .seconds(10)) }
    }
  }
}
