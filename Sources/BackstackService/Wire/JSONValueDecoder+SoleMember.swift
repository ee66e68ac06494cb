import BackstackCasePaths
import BackstackJSON

extension JSONValueDecoder: SoleMemberDecoder {}
