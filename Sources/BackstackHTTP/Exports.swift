@_exported public import enum BackstackPlatform.PollerKind
