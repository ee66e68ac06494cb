import Testing

struct FeatureReducerExpansionTests {
  @Test("The macro gives an empty feature a State, an Action and a body")
  func emptyFeatureGetsAState() {
    let expansion = Expansion(
      #"""
      @Reducer
      public struct Feature {}
      """#,
      macros: ["Reducer"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        public struct Feature {

          public struct State: Codable, Equatable, Hashable, Sendable {
            public init() {
            }
          }

          @CasePathable
          public enum Action: BackstackCasePaths.CasePathable, Codable, Equatable, Hashable, Sendable {
          }

          public var body: EmptyReducer<Self.State, Self.Action> {
            return EmptyReducer()
          }
        }

        extension Feature: Reducer {
        }
        """#)
  }

  @Test("The macro adds missing attributes to nested enums and the body")
  func nestedEnumsAndTheBodyGet() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Feature {
        enum State {
          case a
        }
        @CasePathable
        enum Action {
          case b
        }
        var body: some ReducerOf<Self> {
          Reduce { _, _ in .none }
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        struct Feature {
          @CasePathable @dynamicMemberLookup
          enum State {
            case a
          }
          @CasePathable
          @_ReducerAction
          enum Action {
            case b
          }
          @ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }
          }
        }

        extension Feature: Reducer {
        }
        """#)
  }

  @Test("State and Action are inferred from the type of the body") func typesInTheType() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Feature {
        var body: some Reducer<Int, Bool> {
          EmptyReducer()
        }
      }

      @Reducer
      struct Wrapper {
        var body: some ReducerOf<Feature> {
          Feature()
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        struct Feature {
          @ReducerBuilder<Int, Bool>
          var body: some Reducer<Int, Bool> {
            EmptyReducer()
          }

          typealias State = Int

          typealias Action = Bool
        }
        struct Wrapper {
          @ReducerBuilder<Feature.State, Feature.Action>
          var body: some ReducerOf<Feature> {
            Feature()
          }

          typealias State = Feature.State

          typealias Action = Feature.Action
        }

        extension Feature: Reducer {
        }

        extension Wrapper: Reducer {
        }
        """#)
  }

  @Test("The macro keeps a reduce method, typealiases and builders")
  func reduceMethodTypealiasesAndBuilders() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Bool
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }

      @Reducer
      struct Other {
        struct State {}
        enum Action: CasePathable {}
        @CustomBuilder var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        5:8: 'reduce(into:action:)' is deprecated in a feature; write a 'body' with a 'Reduce' -> Replace it with a 'body'
        """#
      ])
    #expect(
      expansion.source == #"""
        struct Feature {
          typealias State = Int
          typealias Action = Bool
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        struct Other {
          struct State {}
          @_ReducerAction
          enum Action: CasePathable {}
          @CustomBuilder var body: some ReducerOf<Self> { EmptyReducer() }
        }

        extension Feature: Reducer {
        }

        extension Other: Reducer {
        }
        """#)
  }

  @Test("ObservableState adds only a conformance") func observableStateAddsAConformanceOnly() {
    let expansion = Expansion(
      #"""
      @ObservableState
      struct State {
        var count = 0
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        struct State {
          var count = 0
        }

        extension State: nonisolated ObservableState {
        }
        """#)
  }

  @Test("ObservableState writes the coding of a Codable state")
  func observableStateWritesCoding() {
    let expansion = Expansion(
      #"""
      @ObservableState
      public struct State: Codable {
        let kind = 1
        var count = 0
        @Presents var sheet: Sheet.State?
        @Shared var `default`: String
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source.hasSuffix(
        #"""

        extension State: nonisolated ObservableState {
          // To write the coding in an extension, mark the state with '@ObservableState(coding: .manual)'.
          public nonisolated func encode(to encoder: any Encoder) throws {
            let members = BackstackCoding.MemberEncoder(encoder)
            try members.encode(self.kind, "kind")
            try members.encode(self.count, "count")
            try members.encode(self._sheet, "sheet")
            try members.encode(self._default, "default")
          }
          // To write the coding in an extension, mark the state with '@ObservableState(coding: .manual)'.
          public nonisolated init(from decoder: any Decoder) throws {
            let members = try BackstackCoding.MemberDecoder(from: decoder)
            self.count = try members.decode("count")
            self._sheet = try members.decode("sheet")
            self._default = try members.decode("default")
          }
        }
        """#))
  }

  @Test(
    "ObservableState leaves a state to the compiler whose coding only that knows",
    arguments: [
      "var count: Int!", "@Other var count: Int", "lazy var count = 1",
      "var count: Int\n  enum CodingKeys: CodingKey { case count }",
      "var count: Int\n  init(from decoder: any Decoder) throws { count = 0 }",
      "var count: Int\n  func encode(to encoder: any Encoder) throws {}",
      "#if DEBUG\n  var count: Int\n  #endif",
    ])
  func observableStateLeavesCoding(_ members: String) {
    let expansion = Expansion(
      """
      @ObservableState
      struct State: Codable {
        \(members)
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(expansion.source.hasSuffix("extension State: nonisolated ObservableState {\n}"))
  }

  @Test("ObservableState with manual coding writes none")
  func observableStateWithManualCoding() {
    let expansion = Expansion(
      "@ObservableState(coding: .manual) struct State: Codable { var count = 0 }")
    #expect(expansion.diagnostics == [])
    #expect(expansion.source.hasSuffix("extension State: nonisolated ObservableState {\n}"))
  }

  @Test("ObservableState writes the offsets of stored presentations")
  func observableStateTellsWherePresentations() {
    let expansion = Expansion(
      #"""
      @ObservableState
      public struct State {
        var count = 0
        @Presents public var sheet: Sheet.State?
        @Backstack.PresentationState var `default`: Sheet.State?
        @Presents @Other var wrapped: Sheet.State?
        @Presents static var shared: Sheet.State?
        #if DEBUG
        @Presents var debug: Sheet.State?
        #endif
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        public struct State {
          var count = 0
          @Presents public var sheet: Sheet.State?
          @Backstack.PresentationState var `default`: Sheet.State?
          @Presents @Other var wrapped: Sheet.State?
          @Presents static var shared: Sheet.State?
          #if DEBUG
          @Presents var debug: Sheet.State?
          #endif

          public nonisolated static func _offset(ofPresentation presentation: PartialKeyPath<Self>) -> Int? {
            if presentation == \Self.$sheet {
              return _storedOffset(\Self.$sheet, \Self._sheet)
            }
            if presentation == \Self.$default {
              return _storedOffset(\Self.$default, \Self._default)
            }
            return nil
          }
        }

        extension State: nonisolated ObservableState {
        }
        """#)
  }

  @Test("The macro makes a state with presentations observable")
  func stateWithPresentationsBecomesObservable() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Feature {
        struct State {
          @Presents var sheet: Sheet.State?
        }
        enum Action {
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        struct Feature {
          struct State {
            @Presents var sheet: Sheet.State?

            nonisolated static func _offset(ofPresentation presentation: PartialKeyPath<Self>) -> Int? {
              if presentation == \Self.$sheet {
                return _storedOffset(\Self.$sheet, \Self._sheet)
              }
              return nil
            }
          }

          enum Action {

            nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {

              static var namedCases: [BackstackCasePaths.NamedCase<Action>] {
                [
                ]
              }
              subscript(nameOf root: Action) -> String {

              }
            }

            nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
          @ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature.State: nonisolated ObservableState {
        }

        extension Feature.Action: nonisolated BackstackCasePaths.CasePathable {
        }

        extension Feature.Action: Sendable {
        }

        extension Feature: Reducer {
        }
        """#)
  }

  @Test(
    "The macro leaves a state that is already observable, or can't be, unchanged",
    arguments: ["@ObservableState struct State", "private struct State", "struct Other"])
  func stateThatIsObservable(state: String) {
    let expansion = Expansion(
      """
      @Reducer
      struct Feature {
        \(state) {
          @Presents var sheet: Sheet.State?
        }
      }
      """)
    let count = expansion.source.ranges(of: "func _offset").count
    #expect(count == (state.hasPrefix("@") ? 1 : 0))
  }
}
