import Testing

/// The macros for views.
struct ViewMacroTests {
  @Test("ViewAction conforms a view with a store")
  func viewAction() {
    let expansion = Expansion(
      #"""
      @ViewAction(for: Feature.self)
      struct FeatureView: View {
        let store: StoreOf<Feature>
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        struct FeatureView: View {
          let store: StoreOf<Feature>
        }

        extension FeatureView: ViewActionSending {
        }
        """#)
  }

  @Test("ViewAction needs a store")
  func missingStore() {
    let expansion = Expansion(
      #"""
      @ViewAction(for: Feature.self)
      struct FeatureView: View {
      }
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        1:1: @ViewAction needs the property 'store': write 'let store: StoreOf<Feature>'
        """#
      ])
  }

  @Test("Preview expands to nothing")
  func preview() {
    let expansion = Expansion("#Preview { FeatureView() }")
    #expect(expansion.diagnostics == [])
    #expect(expansion.source == "")
  }
}
