// The expansion of `@CasePathable` refers to declarations of this module.
@_exported public import BackstackCoding
