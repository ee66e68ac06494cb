import BackstackViews
import Foundation
import Testing

/// The words of SwiftUI for what only a client decides: code that has them compiles as it is.
@Suite struct PixelTests {
  private func expect(_ view: some View, likes plain: some View) throws {
    #expect(try ScreenReader { view }.body == ScreenReader { plain }.body)
  }

  private func same(_ view: some View) throws { try expect(view, likes: Text("A")) }

  @Test("Where a view is and how it is painted is not written")
  func paint() throws {
    try same(Text("A").background(.thinMaterial).background(.red).background(.red.gradient))
    try same(Text("A").background(.bar, in: .rect(cornerRadius: 8)).background(.red, in: .circle))
    try same(Text("A").background(RoundedRectangle(cornerRadius: 3, style: .continuous).fill(.red)))
    try same(
      Text("A").background(
        LinearGradient(
          gradient: Gradient(colors: [.red, .blue]), startPoint: .top, endPoint: .bottom)))
    try same(
      Text("A").foregroundStyle(LinearGradient(colors: [], startPoint: .top, endPoint: .bottom)))
    try same(Text("A").rotationEffect(.degrees(90)).rotationEffect(Angle(radians: 1), anchor: .top))
    try same(Text("A").rotation3DEffect(.zero, axis: (x: 0, y: 1, z: 0)))
    try same(Text("A").scaleEffect(x: 1, y: -1).scaleEffect(1.2, anchor: .topLeading))
    try same(Text("A").brightness(0.1).contrast(1).saturation(0).grayscale(1).colorInvert())
    try same(Text("A").hueRotation(.degrees(3)).colorMultiply(.red).blendMode(.multiply))
    try same(Text("A").compositingGroup().drawingGroup().clipped(antialiased: true))
    try same(Text("A").flipsForRightToLeftLayoutDirection(true).containerRelativeFrame(.horizontal))
    try same(Text("A").border(.red).mask { Circle() }.opacity(1).blur(radius: 1).cornerRadius(3))
    try same(Text("A").offset(y: 3).position(x: 1).zIndex(1).aspectRatio(1.5, contentMode: .fit))
    try same(
      Text("A").scaledToFit().scaledToFill().fixedSize().layoutPriority(1).contentShape(.rect))
    try same(Text("A").gridCellColumns(2).gridColumnAlignment(.leading).allowsHitTesting(false))
    try same(Text("A").contentTransition(.numericText(value: 3)).transition(.push(from: .leading)))
    try same(Text("A").transition(.asymmetric(insertion: .slide, removal: .opacity)))
    try same(Text("A").symbolEffect(.bounce, value: 1).symbolEffect(.pulse, options: .repeating))
    try same(Text("A").symbolRenderingMode(.palette).symbolVariant(.fill).imageScale(.large))
  }

  @Test("A text with a background is the text of a control, and the name of those in its section")
  func backgroundOfLabel() throws {
    let shape = RoundedRectangle(cornerRadius: 3).fill(.red)
    try expect(
      Menu {
        Text("B")
      } label: {
        Text("A").padding().background(shape)
      },
      likes: Menu {
        Text("B")
      } label: {
        Text("A")
      })
    try expect(
      Section {
        ProgressView(value: 0.5)
      } header: {
        Text("A").background { shape }
      },
      likes: Section {
        ProgressView(value: 0.5)
      } header: {
        Text("A")
      })
  }

  @Test("Margins, bars and scrolling are not written")
  func rooms() throws {
    try same(Text("A").ignoresSafeArea(.keyboard, edges: .bottom).edgesIgnoringSafeArea(.all))
    try same(Text("A").safeAreaPadding(.horizontal, 8).safeAreaPadding(3).contentMargins(8))
    try same(Text("A").contentMargins(.horizontal, 8, for: .scrollContent))
    try same(Text("A").scrollTargetBehavior(.paging).scrollTargetLayout().scrollClipDisabled())
    try same(Text("A").scrollBounceBehavior(.basedOnSize).defaultScrollAnchor(.bottom))
    try same(
      Text("A").scrollDisabled(true).scrollIndicators(.hidden).scrollDismissesKeyboard(.never))
    try same(Text("A").statusBarHidden().statusBar(hidden: true).navigationBarHidden(true))
    try same(Text("A").toolbarRole(.editor).toolbarTitleDisplayMode(.inline))
    try same(Text("A").toolbarColorScheme(.dark, for: .navigationBar).colorScheme(.dark))
    try same(Text("A").toolbarVisibility(.hidden, for: .tabBar))
    try same(Text("A").toolbarBackgroundVisibility(.visible, for: .navigationBar))
    try same(Text("A").toolbarBackground(.red, for: .tabBar).toolbarBackground(.bar, for: .tabBar))
    try same(Text("A").presentationBackground(.thinMaterial).presentationBackground(.red))
    try same(Text("A").presentationBackgroundInteraction(.enabled(upThrough: .medium)))
    try same(Text("A").presentationContentInteraction(.scrolls).presentationSizing(.form))
    try same(Text("A").presentationCompactAdaptation(.popover).presentationCornerRadius(3))
    try same(Text("A").presentationDragIndicator(.visible).hoverEffect().focusable())
  }

  @Test("How texts, lists and controls look in detail is not written")
  func details() throws {
    try same(Text("A").underline(true, color: .red).baselineOffset(2).kerning(1).tracking(1))
    try same(Text("A").fontDesign(.rounded).fontWidth(.condensed).textSelection(.enabled))
    try same(Text("A").dynamicTypeSize(.large).dynamicTypeSize(...DynamicTypeSize.xxLarge))
    try same(Text("A").lineSpacing(3).allowsTightening(true).minimumScaleFactor(0.5))
    try same(Text("A").truncationMode(.tail).privacySensitive().headerProminence(.increased))
    try same(Text("A").listRowSpacing(8).listSectionSpacing(.compact).listSectionSpacing(3))
    try same(Text("A").listRowSeparator(.hidden).listRowSeparatorTint(.red))
    try same(Text("A").listSectionSeparator(.hidden).labelsHidden())
    try same(Text("A").buttonBorderShape(.roundedRectangle(radius: 3)).menuOrder(.fixed))
    try same(Text("A").menuIndicator(.hidden).formStyle(.grouped).gaugeStyle(.accessoryCircular))
    try same(Text("A").menuStyle(.button).tabViewStyle(PageTabViewStyle()))
    try same(Text("A").accessibilityElement(children: .combine).accessibilityAddTraits(.isHeader))
    try same(Text("A").accessibilityRemoveTraits([.isImage, .isLink]).accessibilityHeading(.h1))
    try same(Text("A").accessibilitySortPriority(1).accessibilityInputLabels(["a"]))
  }

  @Test("Shapes write nothing")
  func shapes() throws {
    try expect(
      VStack {
        Circle().stroke(.red, style: StrokeStyle(lineWidth: 2, lineCap: .round, dash: [4]))
        Circle().trim(from: 0, to: 0.5).stroke(lineWidth: 3).rotationEffect(.degrees(-90))
        Circle().strokeBorder(.red, lineWidth: 2)
        Ellipse().inset(by: 3).fill(.thinMaterial)
        UnevenRoundedRectangle(topLeadingRadius: 3).fill()
        Rectangle().stroke(LinearGradient(colors: [.red], startPoint: .top, endPoint: .bottom))
      }, likes: VStack {})
  }

  @Test("The names of styles from before are those of today")
  func styles() throws {
    try expect(
      Button("A") {}.buttonStyle(BorderedProminentButtonStyle()),
      likes: Button("A") {}.buttonStyle(.borderedProminent))
    try expect(
      Toggle("A", isOn: .constant(true)).toggleStyle(SwitchToggleStyle(tint: .red)),
      likes: Toggle("A", isOn: .constant(true)).toggleStyle(.switch))
    try expect(
      Label("A", systemImage: "star").labelStyle(IconOnlyLabelStyle()),
      likes: Label("A", systemImage: "star").labelStyle(.iconOnly))
    try expect(
      ProgressView().progressViewStyle(CircularProgressViewStyle()),
      likes: ProgressView().progressViewStyle(.circular))
    try expect(
      List { Text("A") }.listStyle(InsetGroupedListStyle()),
      likes: List { Text("A") }.listStyle(.insetGrouped))
    try expect(
      Picker("A", selection: .constant(1)) {}.pickerStyle(SegmentedPickerStyle()),
      likes: Picker("A", selection: .constant(1)) {}.pickerStyle(.segmented))
    try expect(
      TextField("A", text: .constant("")).textFieldStyle(RoundedBorderTextFieldStyle())
        .autocapitalization(.none).disableAutocorrection(true),
      likes: TextField("A", text: .constant("")).textInputAutocapitalization(.never)
        .autocorrectionDisabled())
  }

  @Test("Other forms of views are those that a client knows")
  func forms() throws {
    try expect(
      Text("A").strikethrough(true, color: .red).monospaced(),
      likes: Text("A").strikethrough().monospacedDigit())
    try expect(Text("A").font(.custom("Menlo", size: 40)), likes: Text("A").font(.largeTitle))
    try expect(
      Text("A").font(.custom("Menlo", size: 9, relativeTo: .title).smallCaps().leading(.tight)),
      likes: Text("A").font(.title))
    try expect(
      Image(systemName: "wifi", variableValue: 0.5).foregroundStyle(.red, .blue),
      likes: Image(systemName: "wifi").foregroundStyle(.red))
    try expect(
      AsyncImage(url: URL(string: "https://a.b")) { phase in
        if let image = phase.image { image.resizable().interpolation(.high).antialiased(true) }
      }, likes: AsyncImage(url: URL(string: "https://a.b")))
    try expect(
      Text("A").contextMenu {
        Text("B")
      } preview: {
        Text("C")
      },
      likes: Text("A").contextMenu { Text("B") })
    try expect(
      LazyVStack(alignment: .leading, spacing: 3, pinnedViews: [.sectionHeaders]) { Text("A") },
      likes: VStack(alignment: .leading) { Text("A") })
    try expect(
      ZStack(alignment: Alignment(horizontal: .center, vertical: .top)) { Text("A") },
      likes: ZStack { Text("A") })
    try expect(
      ProgressView(value: 0.3) {
        Text("A")
      } currentValueLabel: {
        Text("B")
      }.help(Text("C")),
      likes: ProgressView(value: 0.3) {
        Text("A")
      } currentValueLabel: {
        Text("B")
      }.help("C"))
    #expect(
      try ScreenReader {
        ProgressView(value: 0.3) {
          Text("A")
        } currentValueLabel: {
          Text("B")
        }
      }
      .body.contains(#""children":[{"kind":"text","text":"B"}]"#))
    try expect(
      Gauge(value: 0.4) {
        Text("A")
      } currentValueLabel: {
        Text("B")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("1")
      },
      likes: Gauge(value: 0.4) {
        Text("A")
      } currentValueLabel: {
        Text("B")
      })
    for (color, same) in [
      (Color(white: 1), Color(red: 1, green: 1, blue: 1)),
      (Color(hue: 0, saturation: 1, brightness: 1), Color(red: 1, green: 0, blue: 0)),
      (Color(hue: 1.0 / 3, saturation: 1, brightness: 1), Color(red: 0, green: 1, blue: 0)),
      (Color(hue: 0.5, saturation: 0.5, brightness: 0.5), Color(red: 0.25, green: 0.5, blue: 0.5)),
    ] {
      #expect(color == same)
    }
    #expect(
      try ScreenReader { Text("A").navigationBarTitle("B", displayMode: .large) }
        .levels.first?["title"] as? String == "B")
  }
}
