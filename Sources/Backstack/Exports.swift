@_exported public import BackstackCasePaths
@_exported public import BackstackDependencies
@_exported public import BackstackSchema
