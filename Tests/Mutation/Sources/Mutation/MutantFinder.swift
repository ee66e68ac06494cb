import SwiftSyntax

/// A visitor that finds possible changes in a file without type information.
///
/// Changes that don't compile are found by compiling them, and are removed.
final class MutantFinder: SyntaxVisitor {
  private(set) var mutants: [Mutant] = []
  private let source: [UInt8]
  private let lines: SourceLocationConverter
  /// The names of local variables that get their first value after their declaration, so that
  /// assignments to them can't be removed.
  private let lateNames: Set<String>

  init(_ tree: Syntax, source: [UInt8]) {
    self.source = source
    lines = SourceLocationConverter(fileName: "", tree: tree)
    let names = LateNames(viewMode: .sourceAccurate)
    names.walk(tree)
    lateNames = names.names
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: What is left alone

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  /// Visits only code that is compiled by default.
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let first = node.clauses.first,
      ["SQLite", "DEBUG"].contains(first.condition?.trimmedDescription),
      let elements = first.elements
    else { return .skipChildren }
    walk(elements)
    return .skipChildren
  }

  /// Other modules compile the body of an inlinable function, and have no switch.
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    node.attributes.isInlinable ? .skipChildren : .visitChildren
  }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    node.attributes.isInlinable ? .skipChildren : .visitChildren
  }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    node.attributes.isInlinable ? .skipChildren : .visitChildren
  }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    node.attributes.isInlinable ? .skipChildren : .visitChildren
  }

  // MARK: Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    let name = token.text
    if let changed = Self.boundaries[name] {
      choose(.boundary, node, changing: token, to: changed)
    }
    if Self.comparisons.contains(name), !isCondition(node) { negate(node) }
    if name == "&&" { choose(.logic, node, changing: token, to: "||") }
    if name == "||" { choose(.logic, node, changing: token, to: "&&") }
    if let changed = Self.arithmetic[name], !node.leftOperand.isText, !node.rightOperand.isText {
      choose(.arithmetic, node, changing: token, to: changed)
    }
    return .visitChildren
  }

  private static let boundaries = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  private static let comparisons: Set = ["<", "<=", ">", ">=", "==", "!=", "===", "!=="]
  private static let arithmetic = ["+": "-", "-": "+", "&+": "&-", "&-": "&+"]
  private static let assignments = ["+=": "-=", "-=": "+=", "&+=": "&-=", "&-=": "&+="]

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      if Self.aborts.contains(name) { return .skipChildren }
      if name == "min" || name == "max", node.arguments.count == 2 {
        let token = node.calledExpression.firstToken(viewMode: .sourceAccurate)!
        choose(.arithmetic, node, changing: token, to: name == "min" ? "max" : "min")
      }
    }
    for argument in node.arguments { changeLiteral(argument.expression) }
    return .visitChildren
  }

  private static let aborts: Set = [
    "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure",
  ]

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.initializer?.value, node.isLocal { changeLiteral(value) }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { changeResult(value) }
    return .visitChildren
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition, !node.isOfLoop { negate(condition) }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  private func isCondition(_ node: some ExprSyntaxProtocol) -> Bool {
    let parent = node.markedParent
    if let element = parent?.as(ConditionElementSyntax.self) { return !element.isOfLoop }
    if let choice = parent?.as(TernaryExprSyntax.self) { return choice.condition.id == node.marked }
    return parent?.is(WhereClauseSyntax.self) == true
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let items = Array(node)
    for item in items { removeExit(item, isOnly: items.count == 1) }
    guard !node.isOfBuilder else { return .visitChildren }
    if items.count == 1, node.givesValue {
      if let value = items[0].item.as(ExprSyntax.self) { changeResult(value) }
      return .visitChildren
    }
    let isInitializing = node.isInInitializer
    for item in items {
      guard let statement = statement(item, isInitializing: isInitializing) else { continue }
      remove(statement.kind, item)
      if let (token, changed) = statement.changing {
        choose(.arithmetic, item, changing: token, to: changed)
      }
      changeLiteral(statement.value)
    }
    guard !isInitializing else { return .visitChildren }
    var index = 0
    while index + 1 < items.count {
      if statement(items[index], isInitializing: false) != nil,
        statement(items[index + 1], isInitializing: false) != nil
      {
        swap(items[index], items[index + 1])
        index += 2
      } else {
        index += 1
      }
    }
    return .visitChildren
  }

  private struct Statement {
    var kind: Mutant.Kind
    /// The operator to change, and its replacement.
    var changing: (TokenSyntax, String)?
    /// The assigned value.
    var value: ExprSyntax?
  }

  /// Returns a statement that can be removed or swapped; `nil` for others.
  private func statement(_ item: CodeBlockItemSyntax, isInitializing: Bool) -> Statement? {
    guard let expression = item.item.as(ExprSyntax.self)?.unmarked else { return nil }
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      if infix.operator.is(AssignmentExprSyntax.self) {
        guard !infix.leftOperand.is(DiscardAssignmentExprSyntax.self), !isInitializing,
          !lateNames.contains(infix.leftOperand.trimmedDescription)
        else { return nil }
        return Statement(kind: .assignment, value: infix.rightOperand)
      }
      guard let token = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator,
        token.text.hasSuffix("="), !Self.comparisons.contains(token.text)
      else { return nil }
      let changed = infix.rightOperand.isText ? nil : Self.assignments[token.text]
      return Statement(kind: .assignment, changing: changed.map { (token, $0) })
    }
    let call =
      expression.as(FunctionCallExprSyntax.self)
      ?? expression.as(OptionalChainingExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
    guard let call else { return nil }
    let called = call.calledExpression
    if let name = called.as(DeclReferenceExprSyntax.self)?.baseName.text,
      Self.aborts.contains(name)
    {
      return nil
    }
    if let member = called.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init"
    {
      return nil
    }
    return Statement(kind: .call)
  }

  private func removeExit(_ item: CodeBlockItemSyntax, isOnly: Bool) {
    let statement = Syntax(item.item)
    if let exit = statement.as(ReturnStmtSyntax.self) {
      guard exit.expression == nil else { return }
    } else if statement.is(BreakStmtSyntax.self) {
      // A case needs a statement, and leaves the switch anyway.
      if item.parent?.parent?.is(SwitchCaseSyntax.self) == true { return }
    } else if !statement.is(ContinueStmtSyntax.self) {
      return
    }
    // Execution must not continue after a guard.
    if item.parent?.parent?.parent?.is(GuardStmtSyntax.self) == true { return }
    remove(.exit, item)
  }

  // MARK: Changes

  private func negate(_ condition: ExprSyntax) {
    let condition = condition.unmarked
    add(.negation, condition, prefix: "(§ != (", suffix: "))")
  }

  private func negate(_ condition: some ExprSyntaxProtocol) { negate(ExprSyntax(condition)) }

  /// Changes the value of a function that returns a Boolean, or a literal.
  private func changeResult(_ value: ExprSyntax) {
    changeLiteral(value)
    let value = value.unmarked
    guard value.returnsBool, !value.is(BooleanLiteralExprSyntax.self) else { return }
    if let infix = value.as(InfixOperatorExprSyntax.self),
      let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
      Self.comparisons.contains(name)
    {
      return
    }
    negate(value)
  }

  private func changeLiteral(_ value: ExprSyntax?) {
    guard let value else { return }
    if value.is(BooleanLiteralExprSyntax.self) {
      add(.literal, value, prefix: "(§ != ", suffix: ")")
    } else if let number = value.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue {
      add(.literal, value, prefix: "(§ ? \(number + 1) : ", suffix: ")")
    }
  }

  /// Adds a mutant whose changed text is compiled together with the original.
  private func choose(
    _ kind: Mutant.Kind, _ node: some SyntaxProtocol, changing token: TokenSyntax,
    to changed: String
  ) {
    let range = range(node)
    guard range.count <= 600 else { return }
    let operation = token.trimmedRange
    let text =
      self.text(range.lowerBound..<operation.lowerBound.utf8Offset) + changed
      + self.text(operation.upperBound.utf8Offset..<range.upperBound)
    if node.is(CodeBlockItemSyntax.self) {
      add(kind, node, prefix: "if § { \(text) } else { ", suffix: " }")
    } else {
      add(kind, node, prefix: "(§ ? \(text) : ", suffix: ")")
    }
  }

  private func remove(_ kind: Mutant.Kind, _ item: CodeBlockItemSyntax) {
    add(kind, item, prefix: "if !§ { ", suffix: " }")
  }

  private func swap(_ first: CodeBlockItemSyntax, _ second: CodeBlockItemSyntax) {
    let one = range(first)
    let other = range(second)
    guard other.upperBound - one.lowerBound <= 600 else { return }
    add(
      .swap, one.lowerBound..<other.upperBound, of: first,
      prefix: "if § {\n\(text(other))\n\(text(one))\n} else { ", suffix: " }", isStatement: true,
      isHarmless: isIndependent(first, second))
  }

  /// Returns whether two assignments of existing values are independent of each other.
  private func isIndependent(_ first: CodeBlockItemSyntax, _ second: CodeBlockItemSyntax) -> Bool {
    let texts = [first, second].map(\.trimmedDescription)
    let targets = [first, second].compactMap { item in
      item.item.as(ExprSyntax.self)?.as(InfixOperatorExprSyntax.self)
        .flatMap { $0.operator.is(AssignmentExprSyntax.self) ? $0.leftOperand : nil }
    }.map(\.trimmedDescription)
    return targets.count == 2 && !texts.contains { $0.contains("(") }
      && !texts[0].contains(targets[1]) && !texts[1].contains(targets[0])
  }

  private func add(_ kind: Mutant.Kind, _ node: some SyntaxProtocol, prefix: String, suffix: String)
  {
    add(
      kind, range(node), of: node, prefix: prefix, suffix: suffix,
      isStatement: node.is(CodeBlockItemSyntax.self))
  }

  private func add(
    _ kind: Mutant.Kind, _ range: Range<Int>, of node: some SyntaxProtocol, prefix: String,
    suffix: String, isStatement: Bool, isHarmless: Bool = false
  ) {
    let words = text(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    mutants.append(
      Mutant(
        kind: kind, line: lines.location(for: node.positionAfterSkippingLeadingTrivia).line,
        place: node.place, original: words.count <= 80 ? words : words.prefix(79) + "…",
        isHarmless: isHarmless || node.changesCostOnly, range: range, isStatement: isStatement,
        prefix: prefix, suffix: suffix))
  }

  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.trimmedRange.lowerBound.utf8Offset..<node.trimmedRange.upperBound.utf8Offset
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }
}
