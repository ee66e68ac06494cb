@_exported public import BackstackCasePaths
@_exported public import BackstackDependencies
