@_exported public import BackstackService
