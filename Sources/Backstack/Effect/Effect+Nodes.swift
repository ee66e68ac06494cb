import BackstackDependencies

extension Effect {
  /// The features whose work this is, each once or more.
  var nodes: [NavigationNode] {
    var nodes: [NavigationNode] = []
    addNodes(to: &nodes)
    return nodes
  }

  private func addNodes(to nodes: inout [NavigationNode]) {
    switch operation {
    case .none, .send, .cancel, .attach: break
    case .run(let run):
      guard let node = run.values?.navigationNode, node !== nodes.last else { return }
      nodes.append(node)
    case .merge(let effects), .concatenate(let effects):
      for effect in effects { effect.addNodes(to: &nodes) }
    case .cancellable(let effect, _, _, _): effect.addNodes(to: &nodes)
    }
  }
}
