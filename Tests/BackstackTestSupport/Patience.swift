/// The timeout of tests, in seconds.
///
/// Longer than all tests take on a busy machine. It only makes a test fail where it would hang.
package let patience = 400
