@_exported public import BackstackCasePaths
@_exported public import BackstackCoding
@_exported public import BackstackDependencies
