package import FoundationEssentials

/// The ids, dates and random numbers that dependencies made while a reducer ran: with the same ones,
/// the reducer changes the same state in the same way again. Of a step that is no action, what an effect
/// made of shared values.
package struct MadeValues: Sendable, Hashable {
  package internal(set) var uuids: [UUID]
  package internal(set) var dates: [Date]
  package internal(set) var numbers: [UInt64]
  /// The JSON Patches of the shared values that an effect has changed, by the pointers to them in a snapshot;
  /// `nil` for a step that is an action.
  package private(set) var shared: [String: String]?
  /// Whether the reducer took more than ``maximumCount``. Then none are kept, as some are of no use.
  package private(set) var isTooMany = false

  /// The maximum number of values that are kept: enough to shuffle a deck of cards.
  package static let maximumCount = 64

  package init(uuids: [UUID] = [], dates: [Date] = [], numbers: [UInt64] = []) {
    self.uuids = uuids
    self.dates = dates
    self.numbers = numbers
  }

  /// - Parameter shared: The changes of shared values; `nil` for more than ``maximumCount``.
  package init(shared: [String: String]?) {
    self.init()
    self.shared = shared
    isTooMany = shared == nil
  }

  private var count: Int { uuids.count + dates.count + numbers.count }

  fileprivate mutating func add<Value>(_ value: Value, to values: WritableKeyPath<Self, [Value]>) {
    if isTooMany { return }
    if count < Self.maximumCount { return self[keyPath: values].append(value) }
    self = Self()
    isTooMany = true
  }

  /// Removes and returns the first value of a kind; `nil` if there is none.
  fileprivate mutating func removeFirst<Value>(
    of values: WritableKeyPath<Self, [Value]>
  ) -> Value? {
    self[keyPath: values].isEmpty ? nil : self[keyPath: values].removeFirst()
  }
}

/// An object with the members `uuids`, `dates`, as seconds since 2001, `numbers` and `shared`; or with
/// `tooMany` alone.
extension MadeValues: Codable {
  private enum CodingKeys: String, CodingKey { case uuids, dates, numbers, shared, tooMany }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let seconds = try container.decodeIfPresent([Double].self, forKey: .dates) ?? []
    self.init(
      uuids: try container.decodeIfPresent([UUID].self, forKey: .uuids) ?? [],
      // The numbers themselves: dates in texts are less exact.
      dates: seconds.map(Date.init(timeIntervalSinceReferenceDate:)),
      numbers: try container.decodeIfPresent([UInt64].self, forKey: .numbers) ?? [])
    shared = try container.decodeIfPresent([String: String].self, forKey: .shared)
    isTooMany = try container.decodeIfPresent(Bool.self, forKey: .tooMany) ?? false
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if isTooMany { return try container.encode(true, forKey: .tooMany) }
    if !uuids.isEmpty { try container.encode(uuids, forKey: .uuids) }
    if !dates.isEmpty {
      try container.encode(dates.map(\.timeIntervalSinceReferenceDate), forKey: .dates)
    }
    if !numbers.isEmpty { try container.encode(numbers, forKey: .numbers) }
    try container.encodeIfPresent(shared, forKey: .shared)
  }
}

/// The use of the values that dependencies make while a frame is the current one.
enum MadeValuesUse: UInt8 { case ignored, recorded, replayed }

final class MadeValuesBox {
  fileprivate var values: MadeValues

  fileprivate init(_ values: MadeValues) { self.values = values }
}

extension DependencyFrame {
  /// Records the values that dependencies make from now on, without those of before.
  package func beginRecordingMade() {
    madeUse = .recorded
    if made != nil { made = nil }
  }

  /// Ends the recording, which ``takeMade()`` returns.
  package func endRecordingMade() { madeUse = .ignored }

  /// Ends the recording.
  ///
  /// - Returns: What was recorded; `nil` for nothing.
  package func takeMade() -> MadeValues? {
    madeUse = .ignored
    return made.take()?.values
  }

  /// Runs a step in which dependencies make the values that they made before; those of which there are
  /// too few are new.
  package static func replaying<Result>(_ values: MadeValues?, _ step: () -> Result) -> Result {
    guard let values, let frame = current else { return step() }
    (frame.madeUse, frame.made) = (.replayed, MadeValuesBox(values))
    defer { (frame.madeUse, frame.made) = (.ignored, nil) }
    return step()
  }

  /// Whether values that dependencies make are recorded or replayed here.
  static var usesMade: Bool { current.map { $0.madeUse != .ignored } ?? false }

  /// Returns a value that a dependency makes: in a replay, the one that it made before.
  static func make<Value>(
    _ values: WritableKeyPath<MadeValues, [Value]>, _ make: () -> Value
  ) -> Value {
    guard let frame = current, frame.madeUse != .ignored else { return make() }
    let use = frame.madeUse
    if use == .replayed, let value = frame.made?.values.removeFirst(of: values) { return value }
    // A value for which another dependency is asked counts once.
    frame.madeUse = .ignored
    let value = make()
    frame.madeUse = use
    if use == .recorded {
      let box = frame.made ?? MadeValuesBox(MadeValues())
      box.values.add(value, to: values)
      frame.made = box
    }
    return value
  }
}
