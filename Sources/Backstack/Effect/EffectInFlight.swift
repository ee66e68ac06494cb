import BackstackDependencies

/// Where an effect comes from, and since when it is in flight.
struct EffectOrigin: Sendable {
  /// The name of its task.
  let name: String?
  /// The location of the code that made it.
  let location: SourceLocation
  /// The ``StoreMonitor/time`` at its start; 0 without a monitor.
  let time: Double
  /// The number of the action that started it, counted from 1; 0 if none did.
  let cause: Int
}

/// What a store tells of an effect in flight.
package struct EffectInFlight<Action: Sendable>: Sendable {
  /// The name of its task.
  package let name: String?
  /// The file and the line of the code that made it.
  package let source: String
  /// The ``StoreMonitor/time`` at its start; 0 without a monitor.
  package let time: Double
  /// The number of the action that started it, counted from 1; 0 if none did.
  package let cause: Int
  /// The ids that cancel it, the outermost first.
  package let cancelIDs: [String]
  /// Its sleep on a clock of the dependencies that ends first; `nil` if there is none.
  package let sleep: EffectSleep?
  /// The root's action that dismisses the nearest presented feature around it, which tells where it
  /// is; `nil` if none is presented.
  package let dismissal: Action?
  /// The ids of the elements of lists that it is in, from that feature on, the outermost first.
  package let elementIDs: [String]

  init(_ live: LiveEffect, sleep: EffectSleep?, dismissal: Action?, elementIDs: [String]) {
    let origin = live.origin
    name = origin.name
    source = "\(origin.location.fileID):\(origin.location.line)"
    time = origin.time
    cause = origin.cause
    cancelIDs = live.scopes.map(\.id.description)
    self.sleep = sleep
    self.dismissal = dismissal
    self.elementIDs = elementIDs
  }
}
