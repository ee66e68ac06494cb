package import BackstackCasePaths
package import BackstackJSON

extension JSONValueDecoder: SoleMemberDecoder {
  package func soleMember() throws -> any SoleMemberDecoder { try soleMemberDecoder() }
}

extension JSONValueEncoder: SoleMemberEncoder {}
