@_exported public import struct BackstackPlatform.MonotonicInstant
@_exported public import enum BackstackPlatform.PollerKind
