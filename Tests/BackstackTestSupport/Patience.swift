/// The timeout of tests, in seconds.
///
/// Longer than all tests take on a busy machine, so that only a test that would hang fails.
package let patience = 400
