@_exported public import BackstackSessions
