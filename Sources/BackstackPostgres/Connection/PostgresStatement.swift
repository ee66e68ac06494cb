#if PostgreSQL

/// A statement that each connection prepares when it first uses it.
struct PostgresStatement: Sendable, Hashable {
  let name: String
  let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// A statement with its values.
struct PostgresCommand {
  let statement: PostgresStatement
  let values: [PostgresValue]

  init(_ statement: PostgresStatement, _ values: [PostgresValue] = []) {
    self.statement = statement
    self.values = values
  }
}

extension PostgresStatement {
  static let begin = Self("begin", "BEGIN ISOLATION LEVEL READ COMMITTED")
  static let commit = Self("commit", "COMMIT")
  static let rollback = Self("rollback", "ROLLBACK")
}

#endif
