import Foundation
import Mutation

/// The copy of the package in which the mutants are compiled.
struct Workspace {
  let root: URL
  /// The folder for everything that the tool writes.
  let folder: URL
  var copy: URL { folder.appending(path: "package") }

  init(root: URL) {
    self.root = root
    folder = root.appending(path: ".build/mutation")
  }

  /// Updates the copy from the package, but leaves files untouched whose contents are the same.
  func update(_ files: [MutatedFile], without leftOut: (MutatedFile, Mutant) -> Bool) throws {
    var texts: [String: String] = [:]
    for file in files { texts[file.path] = file.text { leftOut(file, $0) } }
    let count = files.reduce(0) { $0 + $1.mutants.count }
    for module in Set(files.map(\.module)) {
      texts["Sources/\(module)/MutantSwitch.swift"] = MutantSwitch.source(count: count)
    }
    var wanted = Set(texts.keys)
    for path in try paths() {
      wanted.insert(path)
      if texts[path] == nil {
        try write(Data(contentsOf: root.appending(path: path)), path)
        let mode = try FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)
        try FileManager.default.setAttributes(
          [.posixPermissions: mode[.posixPermissions]!],
          ofItemAtPath: copy.appending(path: path).path)
      }
    }
    for (path, text) in texts { try write(Data(text.utf8), path) }
    for path in try Self.paths(below: copy) where !wanted.contains(path) {
      try FileManager.default.removeItem(at: copy.appending(path: path))
    }
    let python = copy.appending(path: ".build/python")
    if !FileManager.default.fileExists(atPath: python.path) {
      try FileManager.default.createDirectory(
        at: copy.appending(path: ".build"), withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: python)
      try FileManager.default.createSymbolicLink(
        at: python, withDestinationURL: root.appending(path: ".build/python"))
    }
  }

  func paths() throws -> [String] { try Self.paths(below: root) }

  func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func write(_ data: Data, _ path: String) throws {
    let url = copy.appending(path: path)
    if let present = try? Data(contentsOf: url), present == data { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Returns all files except those of builds and of the repository itself.
  private static func paths(below root: URL) throws -> [String] {
    guard FileManager.default.fileExists(atPath: root.path) else { return [] }
    let enumerator = FileManager.default.enumerator(atPath: root.path)!
    var found: [String] = []
    while let path = enumerator.nextObject() as? String {
      if path == ".build" || path == ".git" {
        enumerator.skipDescendants()
      } else if enumerator.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
        found.append(path)
      }
    }
    return found.sorted()
  }
}

extension MutatedFile {
  var module: String { String(path.split(separator: "/")[1]) }
  var fingerprint: String { Fingerprint(source).text }
}
