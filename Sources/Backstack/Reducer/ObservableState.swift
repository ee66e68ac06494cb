/// The state of a feature. On a server it asks for nothing: clients see changes in snapshots.
public protocol ObservableState {}
