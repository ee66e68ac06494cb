/// A misuse that the library noticed: it fails a test and never stops a running process.
public struct Issue: Sendable, Hashable, CustomStringConvertible {
  /// What went wrong and what to do about it, for a person to read.
  public let message: String
  /// Where in the source the misuse was made or the operator stands that noticed it.
  public let location: SourceLocation

  /// A misuse at a place.
  public init(message: String, location: SourceLocation) {
    self.message = message
    self.location = location
  }

  public var description: String { "\(location): \(message)" }
}

/// A place in the source, as `#fileID` and its companions give it.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The module and the file.
  public let fileID: StaticText
  /// The path of the file.
  public let filePath: StaticText
  /// The line, counted from 1.
  public let line: UInt
  /// The column, counted from 1.
  public let column: UInt

  /// A place; that of the call unless given.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.fileID = StaticText(fileID)
    self.filePath = StaticText(filePath)
    self.line = line
    self.column = column
  }

  public var description: String { "\(fileID):\(line):\(column)" }
}

/// A `StaticString` that can be compared: carrying it costs no allocation, reading it does.
public struct StaticText: Sendable, Hashable, CustomStringConvertible {
  /// The literal itself.
  public let literal: StaticString

  /// The text of a literal.
  public init(_ literal: StaticString) { self.literal = literal }

  public var description: String { literal.description }
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.description == rhs.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
