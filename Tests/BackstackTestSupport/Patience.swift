/// How many seconds a test waits for what has to happen.
///
/// Longer than all tests take on a busy machine: only what never happens fails, instead of hanging.
package let patience = 400
