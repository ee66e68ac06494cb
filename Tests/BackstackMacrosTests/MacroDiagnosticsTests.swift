import Testing

struct MacroDiagnosticsTests {
  @Test("CasePathable can only be applied to an enum") func casePathsNeedAnEnum() {
    let expansion = Expansion(
      #"""
      @CasePathable struct Feature {}
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        1:1: @CasePathable can only be applied to an enum
        """#
      ])
  }

  @Test("CasePathable needs cases with distinct names") func casePathsNeedDistinctNames() {
    let expansion = Expansion(
      #"""
      @CasePathable
      enum Action {
        case set(a: Int)
        case set(b: Int)
      }
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        4:8: @CasePathable needs cases of distinct names; 'set' is declared twice
        """#
      ])
  }

  @Test("An enum with case paths can't have their name") func casePathsNeedTheirName() {
    let expansion = Expansion("@CasePathable enum Cases { case one }")
    #expect(
      expansion.diagnostics == [
        #"""
        1:20: An enum with case paths can't be named 'Cases': '\Action.Cases.counter' uses that name
        """#
      ])
    #expect(!expansion.source.contains("extension"))
  }

  @Test("The wire format needs labels if a case has several payloads") func wireFormatNeedsALabel()
  {
    let expansion = Expansion(
      #"""
      @CasePathable
      enum Action: Codable {
        case move(Int, by: Int)
      }
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        3:8: Label every payload of 'move': the labels are the keys of the wire format
        """#
      ])
  }

  @Test("ObservationStateIgnored leaves a property as it is") func propertyThatIsNotObservedStays()
  {
    let expansion = Expansion("struct State {\n  @ObservationStateIgnored var count = 0\n}")
    #expect(expansion.source == "struct State {\n  var count = 0\n}")
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      Expansion("@ObservationStateIgnored struct State {}").diagnostics == [
        "1:1: @ObservationStateIgnored can only be applied to a property"
      ])
  }

  @Test("Reducer can only be applied to a struct or an enum") func reducerIsAStruct() {
    let expansion = Expansion(
      #"""
      @Reducer class Feature {}
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        1:1: @Reducer can only be applied to a struct or an enum
        """#
      ])
  }

  @Test("Reducer takes conformances only on an enum") func structTakesNoConformances() {
    let expansion = Expansion(
      #"""
      @Reducer(state: .equatable) struct Feature {}
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        1:10: @Reducer takes arguments on an enum only; add the conformances to 'State' and 'Action' -> Remove the arguments
        """#
      ])
    #expect(expansion.fixed == "@Reducer struct Feature {}")
  }

  @Test("ObservableState can only be applied to a struct or an enum")
  func observableStateIsAStruct() {
    let expansion = Expansion(
      #"""
      @ObservableState class State {}
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        1:1: @ObservableState can only be applied to a struct or an enum
        """#
      ])
  }

  @Test("ServerOnly can only be applied to an enum case or a property")
  func serverOnlyBelongsToCasesAndProperties() {
    let expansion = Expansion(
      #"""
      @ServerOnly struct Feature {}
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        1:1: @ServerOnly can only be applied to an enum case or a property
        """#
      ])
  }

  @Test("Macros diagnose a private nested type, which they can't extend")
  func privateNestedTypeCantBeExtended() {
    let expansion = Expansion(
      #"""
      struct Container {
        @CasePathable private enum Hidden { case one }
        @Reducer private struct Feature {}
      }
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        2:17: @CasePathable can't extend a nested type that is 'private' -> Replace 'private' with 'fileprivate'
        """#,
        #"""
        3:12: @Reducer can't extend a nested type that is 'private' -> Replace 'private' with 'fileprivate'
        """#,
      ])
  }
}
