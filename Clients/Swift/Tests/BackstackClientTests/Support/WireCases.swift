import Foundation
import Testing

@testable import BackstackClient

/// The table that all clients are tested with, `Clients/wire-cases.json`.
struct WireCases: Decodable {
  var patches: [PatchCase]
  /// Controls of screens with the actions that they send.
  var screens: [JSONValue]
  /// Texts that two people have made of one.
  var merges: [Merge]
  var events: [EventCase]
  var opening: [JSONValue]
  var sessions: [SessionCase]
  var socketOpening: [JSONValue]
  var sockets: [SessionCase]

  struct PatchCase: Decodable, Sendable {
    var document: JSONValue
    var patch: JSONValue
    /// `nil` if the patch does not fit.
    var result: JSONValue?

    init(from decoder: any Decoder) throws {
      let json = try JSONValue(from: decoder)
      document = json["document"] ?? .null
      patch = json["patch"] ?? .null
      result = json["misfit"] == true ? nil : json["result"] ?? .null
    }
  }

  struct Merge: Decodable, Sendable {
    var base: String
    var mine: String
    var theirs: String
    var both: String
  }

  struct EventCase: Decodable, Sendable {
    var text: String
    var events: [[String: String]]
  }

  struct SessionCase: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var opening: Bool?
    var steps: [JSONValue]

    var testDescription: String { name }
  }

  static let all: WireCases = {
    let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../wire-cases.json")
    // Without the table there is nothing to test.
    return try! JSONDecoder().decode(WireCases.self, from: Data(contentsOf: clients))
  }()
}
