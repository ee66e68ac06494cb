/// The timeout of tests, in seconds.
///
/// Longer than all tests take on a slow machine that does other work meanwhile: a test that hangs is
/// found by `.ci/test.sh`, which sees that nothing comes of it.
package let patience = 7200
