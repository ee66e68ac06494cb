@_exported public import BackstackHTTP
@_exported public import BackstackService
