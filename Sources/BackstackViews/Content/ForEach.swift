import BackstackDependencies

/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  private let data: Data
  private let id: (Data.Element) -> ID
  private let content: (Data.Element) -> Content
  private var rowActions = RowActions()

  /// What a person can do with rows.
  private struct RowActions {
    var delete: ((Int) -> Void)?
    var move: ((Int, Int) -> Void)?
  }

  init(data: Data, id: @escaping (Data.Element) -> ID, content: @escaping (Data.Element) -> Content)
  {
    self.data = data
    self.id = id
    self.content = content
  }

  /// Creates a view for each element, which a key path identifies.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, id: { $0[keyPath: id] }, content: content)
  }

  /// Lets a person delete rows. The closure gets the position of a row.
  public func onDelete(perform action: ((Set<Int>) -> Void)?) -> ForEach {
    deleting(with: action)
  }

  /// Lets a person delete rows. The closure gets the position of a row, in Foundation's `IndexSet`,
  /// for example.
  @_disfavoredOverload
  public func onDelete<Offsets: SetAlgebra>(perform action: ((Offsets) -> Void)?) -> ForEach
  where Offsets.Element == Int {
    deleting(with: action)
  }

  /// Lets a person move rows. The closure gets the position of a row, and the position before which
  /// it goes.
  public func onMove(perform action: ((Set<Int>, Int) -> Void)?) -> ForEach {
    moving(with: action)
  }

  /// Lets a person move rows. The closure gets the position of a row, in Foundation's `IndexSet`, for
  /// example, and the position before which it goes.
  @_disfavoredOverload
  public func onMove<Offsets: SetAlgebra>(perform action: ((Offsets, Int) -> Void)?) -> ForEach
  where Offsets.Element == Int {
    moving(with: action)
  }

  private func deleting<Offsets: SetAlgebra>(with action: ((Offsets) -> Void)?) -> ForEach
  where Offsets.Element == Int {
    var view = self
    view.rowActions.delete = action.map { action in { action(Offsets([$0])) } }
    return view
  }

  private func moving<Offsets: SetAlgebra>(with action: ((Offsets, Int) -> Void)?) -> ForEach
  where Offsets.Element == Int {
    var view = self
    view.rowActions.move = action.map { action in { action(Offsets([$0]), $1) } }
    return view
  }

  public func _write(to writer: ScreenWriter) {
    var names = Set<String>()
    names.reserveCapacity(data.count)
    // Stores are objects, whose identity no client may see.
    let isOfStores = ID.self is any RowStore.Type || Data.Element.self is any RowStore.Type
    let storeNames = (data as? any RowStores)?.rowNames
    var index = -1
    for element in data {
      if writer.isFull { return }
      index += 1
      let id = id(element)
      let name =
        storeNames?[index]
        ?? (isOfStores ? rowName(of: element, id) ?? "\(index)" : text(of: id))
      if !names.insert(name).inserted {
        reportViewIssue("A ForEach over \(Data.self) has two elements with the id \(name).")
        continue
      }
      writer.row(name) {
        if writer.tags != nil {
          // An option stands for its id, unless it says another value.
          Tagged(tag: id, content: content(element))._write(to: writer)
        } else {
          writer.adding("delete", sent(rowActions.delete, index, writer)) {
            writer.adding("move", moved(index, writer)) { content(element)._write(to: writer) }
          }
        }
      }
    }
  }

  private func sent(
    _ action: ((Int) -> Void)?, _ index: Int, _ writer: ScreenWriter
  ) -> SentActions? {
    guard let action else { return nil }
    return writer.recorder.actions { action(index) }
  }

  /// Returns the template of a row's move, whose value is the position before which the row goes.
  private func moved(_ index: Int, _ writer: ScreenWriter) -> SentActions? {
    guard let move = rowActions.move else { return nil }
    return writer.template(
      // Positions that every list has which has a row, and the last one.
      Binding<Int>(get: { index }, set: { move(index, $0) }), samples: (0, 1), others: [data.count])
  }
}

/// The stores of rows: `ForEach(store.scope(state: \.rows, action: \.rows)) { RowView(store: $0) }`.
private protocol RowStores {
  /// The ids of the rows' states.
  var rowNames: [String] { get }
}

extension StoreCollection: RowStores {
  fileprivate var rowNames: [String] { ids.map { text(of: $0) } }
}

/// The store of a row.
private protocol RowStore {
  /// The id of the row's state; `nil` if it has none.
  var rowID: (any Hashable)? { get }
}

extension Store: RowStore {
  fileprivate var rowID: (any Hashable)? {
    withState { ($0 as? any Identifiable).map { $0.id as any Hashable } }
  }
}

/// Returns the id of the state of the store that an element is, or that identifies it.
private func rowName(of element: some Any, _ id: some Hashable) -> String? {
  if !(id is any RowStore), !(id is ObjectIdentifier) { return text(of: id) }
  return ((id as? any RowStore) ?? (element as? any RowStore))?.rowID.map { text(of: $0) }
}

/// Returns the id of a value, or of the state of a store, as text; `nil` if it has none.
func idText(of value: Any) -> String? {
  func id(_ value: some Identifiable) -> String? {
    // Objects are other ones in another process.
    value.id is ObjectIdentifier ? nil : text(of: value.id)
  }
  if let store = value as? any RowStore { return store.rowID.map { text(of: $0) } }
  return (value as? any Identifiable).flatMap { id($0) }
}

/// Returns an id as text.
private func text<ID: Hashable>(of id: ID) -> String {
  // Most ids are one of these, for which nothing has to be looked up.
  if ID.self == Int.self, let id = id as? Int { return String(id) }
  if ID.self == String.self, let id = id as? String { return id }
  if let id = id as? any RawRepresentable { return "\(id.rawValue)" }
  return "\(id)"
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates a view for each element.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, id: { $0.id }, content: content)
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  /// Creates a view for each number.
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.init(data: data, id: { $0 }, content: content)
  }
}
