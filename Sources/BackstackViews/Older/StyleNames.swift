// The names of styles from before SwiftUI had them as members, such as `.plain`.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public func PlainButtonStyle() -> NamedStyle<ButtonStyleConfiguration> { .plain }
public func BorderlessButtonStyle() -> NamedStyle<ButtonStyleConfiguration> { .borderless }
public func BorderedButtonStyle() -> NamedStyle<ButtonStyleConfiguration> { .bordered }
public func BorderedProminentButtonStyle() -> NamedStyle<ButtonStyleConfiguration> {
  .borderedProminent
}

public func SwitchToggleStyle(tint: Color? = nil) -> NamedStyle<ToggleStyleConfiguration> {
  .switch
}
public func ButtonToggleStyle() -> NamedStyle<ToggleStyleConfiguration> { .button }

public func IconOnlyLabelStyle() -> NamedStyle<LabelStyleConfiguration> { .iconOnly }
public func TitleOnlyLabelStyle() -> NamedStyle<LabelStyleConfiguration> { .titleOnly }
public func TitleAndIconLabelStyle() -> NamedStyle<LabelStyleConfiguration> { .titleAndIcon }

public func CircularProgressViewStyle(
  tint: Color? = nil
) -> NamedStyle<ProgressViewStyleConfiguration> {
  .circular
}
public func LinearProgressViewStyle(
  tint: Color? = nil
) -> NamedStyle<ProgressViewStyleConfiguration> {
  .linear
}

public func PlainTextFieldStyle() -> TextFieldStyle { .plain }
public func RoundedBorderTextFieldStyle() -> TextFieldStyle { .roundedBorder }

public func InlinePickerStyle() -> PickerStyle { .inline }
public func MenuPickerStyle() -> PickerStyle { .menu }
public func SegmentedPickerStyle() -> PickerStyle { .segmented }
public func WheelPickerStyle() -> PickerStyle { .wheel }

public func PlainListStyle() -> ListStyle { .plain }
public func GroupedListStyle() -> ListStyle { .grouped }
public func InsetListStyle() -> ListStyle { .inset }
public func InsetGroupedListStyle() -> ListStyle { .insetGrouped }
public func SidebarListStyle() -> ListStyle { .sidebar }

public func CompactDatePickerStyle() -> DatePickerStyle { .compact }
public func GraphicalDatePickerStyle() -> DatePickerStyle { .graphical }
public func WheelDatePickerStyle() -> DatePickerStyle { .wheel }

public func PageTabViewStyle() -> TabViewStyle { .page }
