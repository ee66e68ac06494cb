import BackstackAgents
import BackstackHTTP
import BackstackService
import BackstackWeb

extension CommandValue {
  /// Returns keys with those that were given before.
  func apiKeys(after earlier: [APIKey]) throws(CommandError) -> [APIKey] {
    var keys = earlier
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let key = APIKey(name: String(pair[0]), secret: String(pair[1]))
      else {
        // Without the text, which is secret.
        throw CommandError(
          "\(name) must be NAME=KEY with a KEY of at least 16 letters, digits and -._~+/=.")
      }
      guard keys.allSatisfy({ $0.name == key.name || !$0.hasSecret(of: key) }) else {
        throw CommandError("\(name) has the same KEY for two NAMEs.")
      }
      keys.append(key)
    }
    return keys
  }

  /// Returns the rights of names with those that were given before.
  func keyRights(after earlier: [String: KeyRights]) throws(CommandError) -> [String: KeyRights] {
    var all = earlier
    for part in Self.parts(text, at: ",") {
      let pair = Self.parts(part, at: "=")
      let rights = Self.parts(pair.last ?? "", at: ":")
      let features = rights.dropFirst().first.map { Set(Self.parts($0, at: "+")) }
      guard pair.count == 2, rights.count <= 2, !pair[0].isEmpty, features?.contains("") != true,
        let level = KeyRights.Level(rawValue: rights[0])
      else {
        throw error("NAME=LEVEL with a LEVEL of read, safe or on, or NAME=LEVEL:FEATURE+FEATURE")
      }
      guard all[pair[0]] == nil else { throw error("the rights of each NAME once") }
      all[pair[0]] = KeyRights(level, in: features)
    }
    return all
  }

  private static func parts(_ text: String, at separator: Character) -> [String] {
    text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// A text that a client can send as a bearer token.
  var bearerToken: String {
    get throws(CommandError) {
      guard APIKey(name: "key", secret: text) != nil else {
        // Without the text, which is secret.
        throw CommandError("\(name) must be at least 16 letters, digits and -._~+/=.")
      }
      return text
    }
  }

  var inspectorMode: InspectorConfiguration.Mode? {
    get throws(CommandError) {
      if text == "off" { return nil }
      guard let mode = InspectorConfiguration.Mode(rawValue: text) else {
        throw error("off, read or full")
      }
      return mode
    }
  }

  var agentRights: KeyRights.Level? {
    get throws(CommandError) {
      if text == "off" { return nil }
      guard let rights = KeyRights.Level(rawValue: text) else {
        throw error("off, read, safe or on")
      }
      return rights
    }
  }

  var origins: [String] {
    get throws(CommandError) {
      let origins = Self.parts(text, at: ",")
      guard origins.allSatisfy(ServiceConfiguration.isOrigin) else {
        throw error("origins in lower case and without a path, such as https://app.example:8443")
      }
      return origins
    }
  }

  var webFiles: WebFiles? {
    get throws(CommandError) {
      if text == "off" { return nil }
      do throws(WebFolderError) {
        return try WebFiles(app: text)
      } catch {
        throw CommandError("\(name): \(error.message)")
      }
    }
  }

  var basePath: String {
    get throws(CommandError) {
      guard ServiceConfiguration.isBasePath(text) else {
        throw error(
          "a path such as /shop, of letters, digits and -._~, without a slash at its end, that begins "
            + "with none of the server's own")
      }
      return text
    }
  }

  var hosts: [String] {
    get throws(CommandError) {
      let hosts = Self.parts(text, at: ",")
      guard hosts.allSatisfy(ServiceConfiguration.isHost) else {
        throw error("hosts in lower case, such as app.example, localhost:8080 or [::1]")
      }
      return hosts
    }
  }

  var proxies: HTTPTrustedProxies {
    get throws(CommandError) {
      let texts = Self.parts(text, at: ",")
      guard let proxies = HTTPTrustedProxies(texts) else {
        throw error("addresses, networks such as 10.0.0.0/8 or fd00::/8, or unix")
      }
      return proxies
    }
  }

  var rate: Double {
    get throws(CommandError) {
      guard let rate = Double(decimal: text), rate > 0, rate <= 1_000_000 else {
        throw error("a number above 0 and at most 1000000")
      }
      return rate
    }
  }
}
