import Testing

struct CaseScopeExpansionTests {
  @Test("An ignored case with a handwritten action is scoped to a store")
  func actionByHandTurnsIgnoredData() {
    let expansion = Expansion(
      #"""
      @Reducer
      enum Path {
        @ReducerCaseIgnored case number(Int)
        @ReducerCaseIgnored case text(String)
        typealias State = Other
        enum Action { case number(Bool) }
      }

      @Reducer
      enum Destination {
        @ReducerCaseIgnored case number(Int)
        enum Action { case number(Bool) }
        static var body: EmptyReducer<State, Action> { EmptyReducer() }
      }
      """#,
      macros: ["Reducer", "ReducerCaseIgnored"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        enum Path {
          case number(Int)
          case text(String)
          typealias State = Other
          @CasePathable @_ReducerAction
          enum Action { case number(Bool)
        }

          static var body: CaseReducers<Self.State, Self.Action> {
            CaseReducers { _, _, _ in
            }
          }
        }
        enum Destination {
          case number(Int)
          @CasePathable @_ReducerAction
          enum Action { case number(Bool)
        }
          static var body: EmptyReducer<State, Action> { EmptyReducer() }

          @CasePathable
          @dynamicMemberLookup
          enum State: BackstackCasePaths.CasePathable, CaseReducerState {
            typealias StateReducer = Destination
            case number(Int)
            var isEphemeral: Bool {
              if case .number = self {
                return Self._isEphemeral((Int).self)
              }
              return false
            }
          }

          enum CaseScope {
            case number(Store<Int, Bool>)
            var number: Store<Int, Bool>? {
              if case let .number(store) = self {
                return store
              }
              return nil
            }
          }

          static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case let .number(v0):
              return .number(
                store._scope(v0, state: \.number, action: \.number)
              )
            }
          }
        }

        extension Path: CaseReducer, Reducer {
        }

        extension Destination: CaseReducer, Reducer {
        }
        """#)
  }
}
