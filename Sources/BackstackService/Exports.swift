@_exported public import BackstackSessions
@_exported public import BackstackWeb
