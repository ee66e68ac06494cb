@_exported public import struct BackstackPlatform.MonotonicInstant
