import Testing

struct EnumReducerExpansionTests {
  @Test func `features become cases of the state and the action and steps of the body`() {
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

          private enum CaseKeyPaths {
            static let counterState: any CaseKeyPath<State, Counter.State> & Sendable =
            \.counter
            static let counterAction: any CaseKeyPath<Action, Counter.Action> & Sendable =
            \.counter
            static let editState: any CaseKeyPath<State, Nested.Edit.State> & Sendable =
            \.edit
            static let editAction: any CaseKeyPath<Action, Nested.Edit.Action> & Sendable =
            \.edit
          }

          static var body: Reduce<Self.State, Self.Action> {
            let reducer0 = EmptyReducer<Self.State, Self.Action>()
            let reducer1 = reducer0.ifCaseLet(
              CaseKeyPaths.counterState, action: CaseKeyPaths.counterAction
            ) {
              _child(Counter.self, .init())
            }
            let reducer2 = reducer1.ifCaseLet(
              CaseKeyPaths.editState, action: CaseKeyPaths.editAction
            ) {
              Nested.Edit(isNew: true)
            }
            return Reduce(reducer2)
          }

          enum CaseScope {
            case counter(StoreOf<Counter>)
            case edit(StoreOf<Nested.Edit>)
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
        }
        """#)
  }

  @Test func `alerts, data and cases without payload have no reducer`() {
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

          public static var body: Reduce<Self.State, Self.Action> {
            let reducer0 = EmptyReducer<Self.State, Self.Action>()
            return Reduce(reducer0)
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
        }
        """#)
  }

  @Test func `conditions around features are kept`() {
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

          private enum CaseKeyPaths {
            static let counterState: any CaseKeyPath<State, Counter.State> & Sendable =
            \.counter
            static let counterAction: any CaseKeyPath<Action, Counter.Action> & Sendable =
            \.counter
            #if DEBUG
            static let debugState: any CaseKeyPath<State, Debug.State> & Sendable =
            \.debug
            static let debugAction: any CaseKeyPath<Action, Debug.Action> & Sendable =
            \.debug
            #endif
            static let lastState: any CaseKeyPath<State, Last.State> & Sendable =
            \.last
            static let lastAction: any CaseKeyPath<Action, Last.Action> & Sendable =
            \.last
          }

          static var body: Reduce<Self.State, Self.Action> {
            let reducer0 = EmptyReducer<Self.State, Self.Action>()
            let reducer1 = reducer0.ifCaseLet(
              CaseKeyPaths.counterState, action: CaseKeyPaths.counterAction
            ) {
              _child(Counter.self, .init())
            }
            #if DEBUG
            let reducer2 = reducer1.ifCaseLet(
              CaseKeyPaths.debugState, action: CaseKeyPaths.debugAction
            ) {
              _child(Debug.self, .init())
            }
            #else
            let reducer2 = reducer1
            #endif
            let reducer3 = reducer2.ifCaseLet(
              CaseKeyPaths.lastState, action: CaseKeyPaths.lastAction
            ) {
              _child(Last.self, .init())
            }
            return Reduce(reducer3)
          }

          enum CaseScope {
            case counter(StoreOf<Counter>)
            #if DEBUG
            case debug(StoreOf<Debug>)
            #endif
            case last(StoreOf<Last>)
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
        }
        """#)
  }

  @Test func `in a type that may be generic the key paths are shared`() {
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

            static var body: Reduce<Self.State, Self.Action> {
              var keyPaths = BackstackCasePaths.SharedCaseKeyPaths(of: Self.self) {
                var keyPaths: [BackstackCasePaths.SharedCaseKeyPaths.Element] = []
                keyPaths.append(\Self.State.Cases.counter)
                keyPaths.append(\Self.Action.Cases.counter)
                return keyPaths
              }
              let reducer0 = EmptyReducer<Self.State, Self.Action>()
              let reducer1 = reducer0.ifCaseLet(
                keyPaths.next(from: Self.State.self, to: Counter.State.self), action: keyPaths.next(from: Self.Action.self, to: Counter.Action.self)
              ) {
                _child(Counter.self, .init())
              }
              return Reduce(reducer1)
            }

            enum CaseScope {
              case counter(StoreOf<Counter>)
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
        }
        """#)
  }

  @Test func `what is written by hand is kept`() {
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
          @CasePathable
          enum Action { case counter(Counter.Action)
        }
          static var body: EmptyReducer<State, Action> { EmptyReducer() }

          enum CaseScope {
            case counter(StoreOf<Counter>)
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
