import BackstackTestSupport
import Testing

struct ReducerDiagnosticsTests {
  @Test("A reduce method is deprecated, and the fix-it turns it into a body", .tags(.r1))
  func reduceMethodIsDeprecatedAndBecomes() {
    let expansion = Expansion(
      #"""
      @Reducer
      public struct Feature {
        public struct State {}
        public enum Action { case tapped }
        public func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .tapped:
            return .none
          }
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        5:15: 'reduce(into:action:)' is deprecated in a feature; write a 'body' with a 'Reduce' -> Replace it with a 'body'
        """#
      ])
    #expect(
      expansion.fixed == #"""
        @Reducer
        public struct Feature {
          public struct State {}
          public enum Action { case tapped }
          public var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                return .none
              }
            }
          }
        }
        """#)
  }

  @Test("The fix-it for a reduce method keeps the types in the body")
  func typesOfAReduceMethodBecome() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Feature {
        func reduce(into count: inout Int, action isUp: Bool) -> Effect<Bool> {
          count += isUp ? 1 : -1
          return .none
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.fixed == #"""
        @Reducer
        struct Feature {
          var body: some Reducer<Int, Bool> {
            Reduce { count, isUp in
              count += isUp ? 1 : -1
              return .none
            }
          }
        }
        """#)
  }

  @Test("A body in addition to a reduce method is diagnosed as unused", .tags(.r2))
  func bodyBesideAReduceMethod() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Feature {
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        3:8: 'body' is never used because 'reduce(into:action:)' takes precedence; remove one of them
        """#
      ])
  }

  @Test(
    "A computed body needs a type that names State and Action",
    arguments: ["", ": some Reducer"])
  func computedBodyNeedsAType(_ type: String) {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Feature {
        var body\#(type) {
          EmptyReducer()
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        3:7: 'body' needs a type that names the state and the action -> Make it 'some ReducerOf<Self>'
        """#
      ])
    #expect(
      expansion.fixed == #"""
        @Reducer
        struct Feature {
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
        """#)
  }

  @Test("The body of an enum reducer has to be static") func bodyOfAnEnumReducer() {
    let expansion = Expansion(
      #"""
      @Reducer
      enum Path {
        case counter(Counter)
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        4:3: The 'body' of an enum reducer is 'static' -> Add 'static'
        """#
      ])
    #expect(
      expansion.fixed == #"""
        @Reducer
        enum Path {
          case counter(Counter)
          static var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """#)
  }

  @Test("An ephemeral case needs exactly one payload, and can't be ignored as well")
  func caseIsEphemeralWithOnePayload() {
    let expansion = Expansion(
      #"""
      @Reducer
      enum Path {
        @ReducerCaseEphemeral case nothing
        @ReducerCaseEphemeral @ReducerCaseIgnored case both(Banner)
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        3:30: 'nothing' needs exactly one payload to be ephemeral: the state that its action ends
        """#,
        #"""
        4:50: 'both' can't be both ignored and ephemeral: it has actions or it has none
        """#,
      ])
  }
}
