@_exported public import Backstack
