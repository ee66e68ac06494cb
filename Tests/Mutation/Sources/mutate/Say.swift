import Foundation

/// Prints a line at once, and also writes it to a file.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
