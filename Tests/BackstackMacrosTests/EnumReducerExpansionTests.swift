import Testing

struct EnumReducerExpansionTests {
  @Test("An enum reducer's features become cases of State and Action, and parts of the body")
  func featuresBecomeCasesOfTheState() {
    let expansion = Expansion(
      #"""
      @Reducer
      enum Path {
        case counter(Counter)
        case edit(Nested.Edit = Nested.Edit(isNew: true))
      }
      """#,
      macros: ["Reducer"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        enum Path {
          case counter(Counter)
          case edit(Nested.Edit = Nested.Edit(isNew: true))

          @CasePathable
          @dynamicMemberLookup
          enum State: BackstackCasePaths.CasePathable, CaseReducerState {
            typealias StateReducer = Path
            case counter(Counter.State)
            case edit(Nested.Edit.State)
            var isEphemeral: Bool {
              return false
            }
          }

          @CasePathable
          enum Action: BackstackCasePaths.CasePathable, Sendable {
            case counter(Counter.Action)
            case edit(Nested.Edit.Action)
          }

          static var body: CaseReducers<Self.State, Self.Action> {
            CaseReducers { visit, state, action in
              if case .counter(let action) = action {
                return visit.run(action, in: &state, at: Self.State.allCasePaths.counter, embed: Self.Action.counter) {
                  _child(Counter.self, .init())
                }
              }
              if case .edit(let action) = action {
                return visit.run(action, in: &state, at: Self.State.allCasePaths.edit, embed: Self.Action.edit) {
                  Nested.Edit(isNew: true)
                }
              }
            }
          }

          enum CaseScope {
            case counter(StoreOf<Counter>)
            case edit(StoreOf<Nested.Edit>)
            var counter: StoreOf<Counter>? {
              if case let .counter(store) = self {
                return store
              }
              return nil
            }
            var edit: StoreOf<Nested.Edit>? {
              if case let .edit(store) = self {
                return store
              }
              return nil
            }
          }

          static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case let .counter(v0):
              return .counter(
                store._scope(v0, state: \.counter, action: \.counter)
              )
            case let .edit(v0):
              return .edit(
                store._scope(v0, state: \.edit, action: \.edit)
              )
            }
          }
        }

        extension Path: CaseReducer, Reducer {
          private static func _checkCases() {
            _ = Action.counter
            _ = Action.edit
          }
        }
        """#)
  }

  @Test("Alerts, data and cases without payload get no reducer")
  func alertsDataAndCasesWithoutPayload() {
    let expansion = Expansion(
      #"""
      @Reducer(state: .equatable, .codable, action: .codable)
      public enum Destination {
        case alert(AlertState<Alert>)
        @ReducerCaseEphemeral case banner(Banner)
        @ReducerCaseIgnored case url(URL)
        case point(Int, y: Int)
        case nothing
      }
      """#,
      macros: ["Reducer", "ReducerCaseEphemeral", "ReducerCaseIgnored"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        public enum Destination {
          case alert(AlertState<Alert>)
          case banner(Banner)
          case url(URL)
          case point(Int, y: Int)
          case nothing

          @CasePathable
          @dynamicMemberLookup
          public enum State: BackstackCasePaths.CasePathable, CaseReducerState, Equatable, Codable, Sendable {
            public typealias StateReducer = Destination
            case alert(AlertState<Alert>)
            case banner(Banner)
            case url(URL)
            case point(Int, y: Int)
            case nothing
            public var isEphemeral: Bool {
              if case .alert = self {
                return true
              }
              if case .banner = self {
                return true
              }
              if case .url = self {
                return Self._isEphemeral((URL).self)
              }
              return false
            }
          }

          @CasePathable
          public enum Action: BackstackCasePaths.CasePathable, Codable, Sendable {
            case alert(Alert)
            case banner(Banner.Action)
            case url(Never)
            case point(Never)
            case nothing(Never)
          }

          public static var body: CaseReducers<Self.State, Self.Action> {
            CaseReducers { visit, state, action in
              if case .alert = action {
                return visit.pass(action, in: state, at: Self.State.allCasePaths.alert)
              }
              if case .banner = action {
                return visit.pass(action, in: state, at: Self.State.allCasePaths.banner)
              }
            }
          }

          public enum CaseScope: Sendable {
            case alert(AlertState<Alert>)
            case banner(Banner)
            case url(URL)
            case point(Int, y: Int)
            case nothing
          }

          public static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case let .alert(v0):
              return .alert(v0)
            case let .banner(v0):
              return .banner(v0)
            case let .url(v0):
              return .url(v0)
            case let .point(v0, v1):
              return .point(v0, y: v1)
            case .nothing:
              return .nothing
            }
          }
        }

        extension Destination: CaseReducer, Reducer {
          private static func _checkCases() {
            _ = Action.alert
            _ = Action.banner
          }
        }
        """#)
  }

  @Test("An enum reducer keeps #if conditions around features")
  func conditionsAroundFeaturesAreKept() {
    let expansion = Expansion(
      #"""
      @Reducer
      enum Path {
        case counter(Counter)
        #if DEBUG
          case debug(Debug)
        #endif
        case last(Last)
      }
      """#,
      macros: ["Reducer"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        enum Path {
          case counter(Counter)
          #if DEBUG
            case debug(Debug)
          #endif
          case last(Last)

          @CasePathable
          @dynamicMemberLookup
          enum State: BackstackCasePaths.CasePathable, CaseReducerState {
            typealias StateReducer = Path
            case counter(Counter.State)
            #if DEBUG
            case debug(Debug.State)
            #endif
            case last(Last.State)
            var isEphemeral: Bool {
              return false
            }
          }

          @CasePathable
          enum Action: BackstackCasePaths.CasePathable, Sendable {
            case counter(Counter.Action)
            #if DEBUG
            case debug(Debug.Action)
            #endif
            case last(Last.Action)
          }

          static var body: CaseReducers<Self.State, Self.Action> {
            CaseReducers { visit, state, action in
              if case .counter(let action) = action {
                return visit.run(action, in: &state, at: Self.State.allCasePaths.counter, embed: Self.Action.counter) {
                  _child(Counter.self, .init())
                }
              }
              #if DEBUG
              if case .debug(let action) = action {
                return visit.run(action, in: &state, at: Self.State.allCasePaths.debug, embed: Self.Action.debug) {
                  _child(Debug.self, .init())
                }
              }
              #endif
              if case .last(let action) = action {
                return visit.run(action, in: &state, at: Self.State.allCasePaths.last, embed: Self.Action.last) {
                  _child(Last.self, .init())
                }
              }
            }
          }

          enum CaseScope {
            case counter(StoreOf<Counter>)
            #if DEBUG
            case debug(StoreOf<Debug>)
            #endif
            case last(StoreOf<Last>)
            var counter: StoreOf<Counter>? {
              if case let .counter(store) = self {
                return store
              }
              return nil
            }
            #if DEBUG
            var debug: StoreOf<Debug>? {
              if case let .debug(store) = self {
                return store
              }
              return nil
            }
            #endif
            var last: StoreOf<Last>? {
              if case let .last(store) = self {
                return store
              }
              return nil
            }
          }

          static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case let .counter(v0):
              return .counter(
                store._scope(v0, state: \.counter, action: \.counter)
              )
            #if DEBUG
            case let .debug(v0):
              return .debug(
                store._scope(v0, state: \.debug, action: \.debug)
              )
            #endif
            case let .last(v0):
              return .last(
                store._scope(v0, state: \.last, action: \.last)
              )
            }
          }
        }

        extension Path: CaseReducer, Reducer {
          private static func _checkCases() {
            _ = Action.counter
            #if DEBUG
            _ = Action.debug
            #endif
            _ = Action.last
          }
        }
        """#)
  }

  @Test("An enum reducer in an extension gets the same body") func bodyOfATypeThatMay() {
    let expansion = Expansion(
      #"""
      extension Feature {
        @Reducer
        enum Path {
          case counter(Counter)
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        extension Feature {
          enum Path {
            case counter(Counter)

            @CasePathable
            @dynamicMemberLookup
            enum State: BackstackCasePaths.CasePathable, CaseReducerState {
              typealias StateReducer = Path
              case counter(Counter.State)
              var isEphemeral: Bool {
                return false
              }
            }

            @CasePathable
            enum Action: BackstackCasePaths.CasePathable, Sendable {
              case counter(Counter.Action)
            }

            static var body: CaseReducers<Self.State, Self.Action> {
              CaseReducers { visit, state, action in
                if case .counter(let action) = action {
                  return visit.run(action, in: &state, at: Self.State.allCasePaths.counter, embed: Self.Action.counter) {
                    _child(Counter.self, .init())
                  }
                }
              }
            }

            enum CaseScope {
              case counter(StoreOf<Counter>)
              var counter: StoreOf<Counter>? {
                if case let .counter(store) = self {
                  return store
                }
                return nil
              }
            }

            static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
              switch store.state {
              case let .counter(v0):
                return .counter(
                  store._scope(v0, state: \.counter, action: \.counter)
                )
              }
            }
          }
        }

        extension Feature.Path: CaseReducer, Reducer {
          private static func _checkCases() {
            _ = Action.counter
          }
        }
        """#)
  }

  @Test("An enum reducer keeps handwritten state, action and body") func whatIsWrittenByHand() {
    let expansion = Expansion(
      #"""
      @Reducer
      enum Path {
        case counter(Counter)
        enum State: CaseReducerState { case counter(Counter.State) }
        enum Action { case counter(Counter.Action) }
        static var body: EmptyReducer<State, Action> { EmptyReducer() }
      }
      """#,
      macros: ["Reducer"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        enum Path {
          case counter(Counter)
          @CasePathable @dynamicMemberLookup
          enum State: CaseReducerState { case counter(Counter.State)
        }
          @CasePathable @_ReducerAction
          enum Action { case counter(Counter.Action)
        }
          static var body: EmptyReducer<State, Action> { EmptyReducer() }

          enum CaseScope {
            case counter(StoreOf<Counter>)
            var counter: StoreOf<Counter>? {
              if case let .counter(store) = self {
                return store
              }
              return nil
            }
          }

          static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case let .counter(v0):
              return .counter(
                store._scope(v0, state: \.counter, action: \.counter)
              )
            }
          }
        }

        extension Path: CaseReducer, Reducer {
        }
        """#)
  }
}
