package import Backstack
package import BackstackService

/// The features that the demo server hosts.
package let demoFeatures: [Feature] = makeDemoFeatures()

/// Returns the features that the demo server hosts, with overridden dependencies.
///
/// - Parameter prepareDependencies: Overrides the dependencies of each session.
package func makeDemoFeatures(
  withDependencies prepareDependencies: @escaping @Sendable (inout DependencyValues) -> Void = {
    _ in
  }
) -> [Feature] {
  // The board that the sessions have, too.
  var dependencies = DependencyValues()
  dependencies.change(prepareDependencies)
  let board = dependencies.pollBoard
  return [
    Feature(
      "counters", initialState: Counters.State(), link: Counters.State.init(link:),
      presentationStyles: ["counter": .push],
      clientInput: ClientInput(takesState: true, takesPushes: true),
      validate: Counters.State.validate, resumeAction: .resumed
    ) {
      Counters()
    } view: {
      CountersView(store: $0)
    } withDependencies: {
      prepareDependencies(&$0)
    },
    Feature(
      "inventory", initialState: Inventory.State(),
      presentationStyles: [
        "addItem": .sheet, "duplicateItem": .popover, "editItem": .push, "alert": .alert,
      ],
      clientInput: ClientInput(takesState: true), validate: Inventory.State.validate,
      resumeAction: .resumed
    ) {
      Inventory()
    } view: {
      InventoryView(store: $0)
    } withDependencies: {
      prepareDependencies(&$0)
    },
    Feature(
      "standups", initialState: Standups.State(), link: Standups.State.init(link:),
      linkOf: \.link,
      presentationStyles: [
        "addStandup": .sheet, "edit": .sheet, "alert": .alert, "detail": .push, "meeting": .push,
        "record": .push,
      ],
      clientInput: ClientInput(takesState: true), validate: Standups.State.validate,
      resumeAction: .resumed
    ) {
      Standups()
    } view: {
      StandupsView(store: $0)
    } withDependencies: {
      prepareDependencies(&$0)
    },
    Feature(
      Polls.name, initialState: Polls.State(), link: Polls.State.init(link:),
      linkOf: \.link,
      presentationStyles: ["poll": .push, "alert": .alert], confirm: true, startAction: .began,
      resumeAction: .began
    ) {
      Polls()
    } view: {
      PollsView(store: $0)
    } withDependencies: {
      prepareDependencies(&$0)
    }
    .onSessionEnd { session, _ in board.forget(session.id) },
  ]
}
