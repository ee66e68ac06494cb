import Backstack
import BackstackCoding
import BackstackTestSupport
import Foundation

extension Shape {
  /// All shapes that are tested.
  static let all: [Shape] = [
    Shape(Integers.self) { g in
      func any<T: FixedWidthInteger>(_: T.Type) -> T {
        Bool.random(using: &g)
          ? (Bool.random(using: &g) ? T.min : T.max) : T.random(in: 0...100, using: &g)
      }
      return Integers(
        int: any(Int.self), int8: any(Int8.self), int16: any(Int16.self), int32: any(Int32.self),
        int64: any(Int64.self), int128: any(Int128.self), uint: any(UInt.self),
        uint8: any(UInt8.self), uint16: any(UInt16.self), uint32: any(UInt32.self),
        uint64: any(UInt64.self), uint128: any(UInt128.self), bool: .random(using: &g))
    },
    Shape(Guest.self, Guest.sample),
    Shape(BindingAction<Fields>.self) { g in
      switch Int.random(in: 0..<3, using: &g) {
      case 0: .set(\.title, g.text())
      case 1: .set(\.level, g.maybe { .sample(&$0) })
      default: .set(\.isDone, .random(using: &g))
      }
    },
    Shape(Referring.self) { Referring(reference: $0.text()) },
    Shape(Wire.self) { Wire.sample(&$0) },
    Shape(Synthesized.self, isExact: false) { Synthesized.sample(&$0) },
    Shape(Level.self) { Bool.random(using: &$0) ? .low : .high },
    Shape(Size.self) { Bool.random(using: &$0) ? .small : .large },
    Shape(Name.self, isExact: false) { _ in .known },
    Shape(Plain.self, isExact: false) { Plain(number: .random(in: 0...9, using: &$0)) },
    Shape(Collections.self, isExact: false, Collections.sample),
    Shape(Foundations.self, isExact: false, Foundations.sample),
    Shape(Page<Wire>.self) { Page(items: $0.array(Wire.sample), next: .sample(&$0)) },
    Shape(Page<Int?>.self) { g in
      Page(items: g.array { $0.maybe { _ in 1 } }, next: g.maybe { _ in 2 })
    },
    Shape(Tree.self) { Tree.sample(depth: 3, &$0) },
    Shape(Folder.State.self, isExact: false) { Folder.State.sample(depth: 2, &$0) },
    Shape(Folder.Action.self, takesPushes: false) { Folder.Action.sample(pushes: false, &$0) },
    Shape(Folder.Action.self, isExact: false, takesPushes: true) {
      Folder.Action.sample(pushes: true, &$0)
    },
  ]
}

extension Guest {
  @Sendable static func sample(_ g: inout SeededGenerator) -> Self {
    Self(
      name: g.text(), languages: Set(g.array { $0.text() }), age: g.maybe { _ in 5 }, visits: 2,
      first: g.text(), last: g.text())
  }
}

extension Level {
  static func sample(_ g: inout SeededGenerator) -> Self { Bool.random(using: &g) ? .low : .high }
}

extension Wire {
  @Sendable static func sample(_ g: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<6, using: &g) {
    case 0: .close
    case 1: .count(.random(in: .min ... .max, using: &g))
    case 2: .maybe(g.maybe { _ in 1 })
    case 3: .open(id: g.maybe { _ in 7 }, title: g.text(), tags: g.array { $0.text() })
    case 4: .default(.sample(&g))
    default: .inner(.sample(&g))
    }
  }
}

extension Synthesized {
  static func sample(_ g: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<4, using: &g) {
    case 0: .nothing
    case 1: .count(1)
    case 2: .both(g.maybe { _ in 1 }, name: g.text())
    default: .nested(.sample(&g), level: .sample(&g))
    }
  }
}

extension Collections {
  @Sendable static func sample(_ g: inout SeededGenerator) -> Self {
    Self(
      optionals: g.array { $0.maybe { _ in 1 } },
      sets: Set(g.array { .random(in: 0...9, using: &$0) }),
      byName: [g.text(): true], byNumber: [.random(in: -5...5, using: &g): false],
      byLevel: [.sample(&g): 1], byPoint: [Point(x: 1): true, Point(x: 2): false],
      list: [Row(id: 1, title: g.maybe { $0.text() }), Row(id: 2)])
  }
}

extension Foundations {
  @Sendable static func sample(_ g: inout SeededGenerator) -> Self {
    Self(
      id: UUID(), date: Date(timeIntervalSince1970: .random(in: 0...4e9, using: &g)),
      url: URL(string: "https://example.org/a?b=c") ?? URL(filePath: "/"),
      data: Data(g.array { .random(in: .min ... .max, using: &$0) }),
      decimal: Decimal(sign: .minus, exponent: -3, significand: 12345),
      double: .random(in: -1e9...1e9, using: &g), float: .random(in: -1...1, using: &g))
  }
}

extension Tree {
  static func sample(depth: Int, _ g: inout SeededGenerator) -> Self {
    Self(
      name: g.text(),
      children: depth == 0 ? [] : g.array { Tree.sample(depth: depth - 1, &$0) })
  }
}

extension Folder.State {
  static func sample(depth: Int, _ g: inout SeededGenerator) -> Self {
    var state = Self(name: g.text(), level: g.maybe { .sample(&$0) })
    state.destination = g.maybe { .sample(&$0) }
    if depth > 0 {
      for inner in g.array({ Self.sample(depth: depth - 1, &$0) }) {
        state.path.append(.folder(inner))
      }
    }
    return state
  }
}

extension Folder.Destination.State {
  static func sample(_ g: inout SeededGenerator) -> Self {
    let button = ButtonState<Folder.Alert>(
      role: g.maybe { _ in .cancel },
      action: .send(
        Bool.random(using: &g) ? .confirm(id: 1) : Bool.random(using: &g) ? .close : nil)
    ) { TextState("OK") }
    switch Int.random(in: 0..<3, using: &g) {
    case 0:
      return .alert(
        AlertState {
          TextState("Title")
        } actions: {
          button
        })
    case 1:
      return .dialog(
        ConfirmationDialogState(titleVisibility: .hidden) {
          TextState("Title")
        } actions: {
          button
        } message: {
          TextState("Message")
        })
    default: return .text(.sample(&g))
    }
  }
}

extension Folder.Action {
  static func sample(pushes: Bool, _ g: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<(pushes ? 7 : 6), using: &g) {
    case 0: .renamed(g.text())
    case 1:
      .path(.element(id: 3, action: .folder(.sample(pushes: pushes, &g))))
    case 2: .path(.popFrom(id: 4))
    case 3: .destination(.dismiss)
    case 4: .destination(.presented(.alert(Bool.random(using: &g) ? .close : .confirm(id: 2))))
    case 5: .rows(.element(id: 1, action: .sample(&g)))
    default: .path(.push(id: .unassigned, state: .folder(.sample(depth: 1, &g))))
    }
  }
}
