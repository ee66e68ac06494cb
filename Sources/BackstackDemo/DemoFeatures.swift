public import BackstackService

/// The features that the demo server hosts.
public let demoFeatures: [Feature] = [
  Feature(
    "counters", initialState: Counters.State(), link: Counters.State.init(link:),
    presentationStyles: ["counter": .push], clientInput: ClientInput(takesPushes: true)
  ) { Counters() },
  Feature(
    "inventory", initialState: Inventory.State(),
    presentationStyles: [
      "addItem": .sheet, "duplicateItem": .popover, "editItem": .push, "alert": .alert,
    ]
  ) { Inventory() },
  Feature(
    "standups", initialState: Standups.State(), link: Standups.State.init(link:),
    presentationStyles: [
      "addStandup": .sheet, "edit": .sheet, "alert": .alert, "detail": .push, "meeting": .push,
      "record": .push,
    ]
  ) { Standups() },
]
