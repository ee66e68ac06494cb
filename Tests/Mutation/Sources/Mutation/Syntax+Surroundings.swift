import SwiftSyntax

extension SyntaxProtocol {
  /// The types and the function that contain the node, as `Type.function(label:)`.
  var place: String {
    var names: [String] = []
    var node = Syntax(self)
    while let parent = node.parent {
      if let name = parent.declaredName { names.append(name) }
      node = parent
    }
    return names.reversed().joined(separator: ".")
  }

  private var declaredName: String? {
    if let declaration = self.as(FunctionDeclSyntax.self) {
      let labels = declaration.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
      return "\(declaration.name.text)(\(labels.joined()))"
    }
    if let declaration = self.as(InitializerDeclSyntax.self) {
      let labels = declaration.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
      return "init(\(labels.joined()))"
    }
    if self.is(DeinitializerDeclSyntax.self) { return "deinit" }
    if self.is(SubscriptDeclSyntax.self) { return "subscript" }
    if let declaration = self.as(PatternBindingSyntax.self) {
      return declaration.isLocal ? nil : declaration.pattern.trimmedDescription
    }
    if let type = self.as(ExtensionDeclSyntax.self) { return type.extendedType.trimmedDescription }
    return self.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension SyntaxProtocol {
  /// Whether a change of the node affects only time, memory or the distribution of hashes.
  var changesCostOnly: Bool {
    if place.hasSuffix("hash(into:)") { return true }
    if let label = parent?.as(LabeledExprSyntax.self)?.label?.text {
      return ["keepingCapacity", "minimumCapacity"].contains(label)
    }
    let expression = self.as(CodeBlockItemSyntax.self)?.item.as(ExprSyntax.self)?.unmarked
    let called = expression?.as(FunctionCallExprSyntax.self)?.calledExpression
      .as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return called == "reserveCapacity" || called == "deallocate"
  }
}

extension ExprSyntaxProtocol {
  /// The expression without preceding `try`s and `await`s.
  var unmarked: ExprSyntax {
    if let marked = self.as(TryExprSyntax.self) { return marked.expression.unmarked }
    if let marked = self.as(AwaitExprSyntax.self) { return marked.expression.unmarked }
    return ExprSyntax(self)
  }

  /// The identifier of the expression with its preceding `try`s and `await`s.
  var marked: SyntaxIdentifier { outermost.id }

  /// The parent of the expression and its preceding `try`s and `await`s.
  var markedParent: Syntax? { outermost.parent }

  private var outermost: Syntax {
    var node = Syntax(self)
    while let parent = node.parent, parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
    {
      node = parent
    }
    return node
  }

  var isText: Bool { self.is(StringLiteralExprSyntax.self) || self.is(ArrayExprSyntax.self) }

  /// Whether the innermost function around the expression is declared to return `Bool`.
  var returnsBool: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if parent.is(ClosureExprSyntax.self) { return false }
      if let function = parent.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.trimmedDescription == "Bool"
      }
      if let binding = parent.as(PatternBindingSyntax.self) {
        return binding.accessorBlock != nil
          && binding.typeAnnotation?.type.trimmedDescription == "Bool"
      }
      if parent.is(SubscriptDeclSyntax.self) { return false }
      node = parent
    }
    return false
  }
}

extension ConditionElementSyntax {
  /// Whether the condition belongs to a loop, which its opposite would make endless or skip.
  var isOfLoop: Bool { parent?.parent?.is(WhileStmtSyntax.self) == true }
}

extension PatternBindingSyntax {
  /// Whether a function contains the variable, rather than a type or a file.
  var isLocal: Bool {
    guard let item = parent?.parent?.parent?.as(CodeBlockItemSyntax.self) else { return false }
    return item.parent?.parent?.is(SourceFileSyntax.self) == false
  }
}

extension AttributeListSyntax {
  var isInlinable: Bool {
    contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return ["inlinable", "_transparent", "_alwaysEmitIntoClient"].contains(
        attribute.attributeName.trimmedDescription)
    }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the statements are in an initializer, where an assignment may give a property its
  /// first value.
  var isInInitializer: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if parent.is(InitializerDeclSyntax.self) { return true }
      if parent.is(ClosureExprSyntax.self) || parent.is(FunctionDeclSyntax.self)
        || parent.is(AccessorBlockSyntax.self)
      {
        return false
      }
      node = parent
    }
    return false
  }

  /// Whether the statements belong to a result builder: those of a property named `body`.
  var isOfBuilder: Bool {
    guard let block = parent?.as(AccessorBlockSyntax.self),
      let binding = block.parent?.as(PatternBindingSyntax.self)
    else { return false }
    return binding.pattern.trimmedDescription == "body"
  }

  /// Whether a single statement here may be the value of a function, a closure or a branch.
  var givesValue: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if let function = parent.as(FunctionDeclSyntax.self) {
        let type = function.signature.returnClause?.type.trimmedDescription
        return type != nil && type != "Void"
      }
      if parent.is(InitializerDeclSyntax.self) || parent.is(DeinitializerDeclSyntax.self)
        || parent.is(AccessorDeclSyntax.self) && !parent.isGetter
      {
        return false
      }
      if parent.is(AccessorDeclSyntax.self) || parent.is(AccessorBlockSyntax.self) { return true }
      if let closure = parent.as(ClosureExprSyntax.self) { return !closure.isOfStatement }
      if parent.is(InitializerClauseSyntax.self) || parent.is(ReturnStmtSyntax.self) { return true }
      if parent.is(InfixOperatorExprSyntax.self) { return true }
      if let items = parent.as(CodeBlockItemListSyntax.self), items.count > 1 { return false }
      if parent.is(SourceFileSyntax.self) { return false }
      node = parent
    }
    return false
  }
}

extension Syntax {
  fileprivate var isGetter: Bool {
    let specifier = self.as(AccessorDeclSyntax.self)?.accessorSpecifier.text
    return specifier == "get" || specifier == "_read"
  }
}

extension ClosureExprSyntax {
  /// Whether the closure is an argument of a call whose result is unused.
  fileprivate var isOfStatement: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if parent.is(FunctionCallExprSyntax.self) || parent.is(LabeledExprListSyntax.self)
        || parent.is(LabeledExprSyntax.self) || parent.is(TryExprSyntax.self)
        || parent.is(AwaitExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self)
        || parent.is(MemberAccessExprSyntax.self)
      {
        node = parent
      } else {
        guard let list = parent.parent?.as(CodeBlockItemListSyntax.self) else { return false }
        return list.count > 1 || !list.givesValue
      }
    }
    return false
  }
}
