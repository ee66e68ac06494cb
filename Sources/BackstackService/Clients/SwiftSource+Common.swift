// What the files of several features have.
extension SwiftSource {
  /// Types that other declarations may name.
  static let common = [
    (
      name: "Name",
      text: """
      /// The name of a member. A case is an object with one member, or the member's name alone.
      private struct Name: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral value: String) { stringValue = value }
        init?(intValue: Int) { nil }

        init(ofCaseIn decoder: any Decoder) throws {
          if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(stringValue: name)
            return
          }
          let names = try decoder.container(keyedBy: Name.self).allKeys
          guard names.count == 1 else {
            throw DecodingError.dataCorrupted(
              .init(codingPath: decoder.codingPath, debugDescription: "Not one case: \\(names)"))
          }
          self = names[0]
        }

        func payload<Value: Decodable>(in decoder: any Decoder) throws -> Value {
          try decoder.container(keyedBy: Name.self).decode(Value.self, forKey: self)
        }

        func fields(in decoder: any Decoder) throws -> KeyedDecodingContainer<Name> {
          try decoder.container(keyedBy: Name.self).nestedContainer(keyedBy: Name.self, forKey: self)
        }

        func unknown(in decoder: any Decoder) -> DecodingError {
          .dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "No case \\(stringValue)"))
        }
      }
      """
    ),
    (
      name: "[StackElement<",
      text: """
      /// A screen of a stack. Its id is never given to another one.
      public struct StackElement<Screen: Codable & Hashable & Sendable>: Codable, Hashable, Sendable, Identifiable {
        public var id: Int
        public var state: Screen

        public init(id: Int, state: Screen) {
          self.id = id
          self.state = state
        }
      }
      """
    ),
    (
      name: "NewStackElement<",
      text: """
      /// A screen of a stack that a session begins with. The service gives it an id if it has none.
      public struct NewStackElement<Screen: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        public var id: Int?
        public var state: Screen

        public init(id: Int? = nil, state: Screen) {
          self.id = id
          self.state = state
        }

        private enum CodingKeys: String, CodingKey { case id, state }

        public init(from decoder: any Decoder) throws {
          let container = try? decoder.container(keyedBy: CodingKeys.self)
          if let container, container.contains(.id), container.contains(.state) {
            id = try container.decode(Int.self, forKey: .id)
            state = try container.decode(Screen.self, forKey: .state)
          } else {
            state = try Screen(from: decoder)
          }
        }

        public func encode(to encoder: any Encoder) throws {
          guard let id else { return try state.encode(to: encoder) }
          var container = encoder.container(keyedBy: CodingKeys.self)
          try container.encode(id, forKey: .id)
          try container.encode(state, forKey: .state)
        }
      }
      """
    ),
    (
      name: "Box<",
      text: """
      /// A value in memory of its own, so that a type can contain itself.
      public struct Box<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        private var values: [Value]

        public init(_ value: Value) { values = [value] }

        public var value: Value {
          get { values[0] }
          set { values[0] = newValue }
        }

        public init(from decoder: any Decoder) throws { values = [try Value(from: decoder)] }
        public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
      }
      """
    ),
  ]
}
