extension Optional: CasePathable {
  /// The case paths of an optional.
  public struct AllCasePaths: NamedCasePaths {
    @inlinable init() {}

    public func casePath(named name: String) -> (any PartialCasePath<Wrapped?>)? {
      switch name {
      case "none": none
      case "some": some
      default: nil
      }
    }

    /// The case without a value.
    public var none: AnyCasePath<Wrapped?, Void> { AnyCasePath(NoneCase.self) }

    /// The case with a value.
    public var some: AnyCasePath<Wrapped?, Wrapped> { AnyCasePath(SomeCase.self) }
  }

  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  private enum NoneCase: CaseFunctions {
    static func embed(_ value: Void) -> Wrapped? { nil }
    static func extract(from root: Wrapped?) -> Void? { root == nil ? () : nil }
  }

  private enum SomeCase: CaseFunctions {
    static func embed(_ value: Wrapped) -> Wrapped? { value }
    static func extract(from root: Wrapped?) -> Wrapped? { root }
  }
}

extension Result: CasePathable {
  /// The case paths of a result.
  public struct AllCasePaths: NamedCasePaths {
    @inlinable init() {}

    public func casePath(named name: String) -> (any PartialCasePath<Result>)? {
      switch name {
      case "success": success
      case "failure": failure
      default: nil
      }
    }

    /// The case of a success.
    public var success: AnyCasePath<Result, Success> { AnyCasePath(SuccessCase.self) }

    /// The case of a failure.
    public var failure: AnyCasePath<Result, Failure> { AnyCasePath(FailureCase.self) }
  }

  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  private enum SuccessCase: CaseFunctions {
    static func embed(_ value: Success) -> Result { .success(value) }

    static func extract(from root: Result) -> Success? {
      guard case .success(let value) = root else { return nil }
      return value
    }
  }

  private enum FailureCase: CaseFunctions {
    static func embed(_ value: Failure) -> Result { .failure(value) }

    static func extract(from root: Result) -> Failure? {
      guard case .failure(let error) = root else { return nil }
      return error
    }
  }
}

extension Never: CasePathable {
  /// The case paths of an enum without cases.
  public struct AllCasePaths: Sendable {
    @inlinable init() {}
  }

  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
