// The expansion of `@CasePathable` names what is in it.
@_exported public import BackstackSchema
