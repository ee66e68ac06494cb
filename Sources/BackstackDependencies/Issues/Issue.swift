/// A misuse that the library detected. It fails a test and never stops a running process.
public struct Issue: Sendable, Hashable, CustomStringConvertible {
  /// A description of the mistake and its remedy, for people.
  public let message: String
  /// The location of the misuse, or of the operator that detected it.
  public let location: SourceLocation

  /// Creates an issue at a location.
  public init(message: String, location: SourceLocation) {
    self.message = message
    self.location = location
  }

  public var description: String { "\(location): \(message)" }
}

/// A location in source code, as `#fileID` and its companions provide it.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The module and the file.
  public let fileID: StaticText
  /// The path of the file.
  public let filePath: StaticText
  /// The line, counted from 1.
  public let line: UInt
  /// The column, counted from 1.
  public let column: UInt

  /// Creates a location; by default that of the call.
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

/// A `StaticString` that can be compared. Passing it on doesn't allocate memory; reading it does.
public struct StaticText: Sendable, Hashable, CustomStringConvertible {
  /// The literal itself.
  public let literal: StaticString

  /// Creates the text of a literal.
  public init(_ literal: StaticString) { self.literal = literal }

  public var description: String { literal.description }
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.description == rhs.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
