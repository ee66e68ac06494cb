import Backstack
import BackstackCoding
import Synchronization

/// The part of a crash report that is known of a feature, in memory that a signal handler can read:
/// its name, the names of the cases of its actions, and the file for crashes of its sessions.
final class CrashLabel: Sendable {
  /// The header of the memory: the names follow it, each with a line break after it.
  struct Header: ~Copyable {
    /// The file in which crashes are recorded; -1 for none.
    let file = Atomic<Int32>(-1)
    let byteCount: Int
  }

  // Sound: the memory is written before it is shared, except for the atomic member.
  nonisolated(unsafe) let header: UnsafeMutablePointer<Header>

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - name: The feature's name.
  ///   - cases: The names of the cases of its actions, and of the actions of its screens.
  init(name: String, cases: some Sequence<String>) {
    var bytes: [UInt8] = []
    // A JSON string without its quotation marks.
    var json = JSONWriter()
    json.value(name)
    bytes += json.bytes.dropFirst().dropLast()
    bytes.append(0x0A)
    for word in cases where word.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x5C }) {
      bytes += word.utf8
      bytes.append(0x0A)
    }
    let size = MemoryLayout<Header>.stride
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: size + bytes.count, alignment: MemoryLayout<Header>.alignment)
    header = raw.bindMemory(to: Header.self, capacity: 1)
    header.initialize(to: Header(byteCount: bytes.count))
    (raw + size).copyMemory(from: bytes, byteCount: bytes.count)
  }

  /// Sets the file in which crashes are recorded; -1 for none.
  func setFile(_ file: Int32) { header.pointee.file.store(file, ordering: .releasing) }

  deinit {
    header.deinitialize(count: 1)
    UnsafeMutableRawPointer(header).deallocate()
  }

  /// Returns the names of all cases in the schema of an action.
  static func cases(of action: Any.Type) -> Set<String> {
    let builder = SchemaBuilder(audience: .reader, roots: [FeatureContract.Root.action: action])
    var names: Set<String> = []
    for definition in builder.definitions { collect(definition.schema.literal, &names) }
    return names
  }

  /// Collects the alternatives of enums, which are objects with one member, or names.
  private static func collect(_ literal: JSONLiteral, _ names: inout Set<String>) {
    switch literal {
    case .array(let elements): for element in elements { collect(element, &names) }
    case .object(let members):
      if case .array(let alternatives)? = literal["oneOf"] {
        for alternative in alternatives {
          if case .array(let known)? = alternative["enum"] {
            for case .string(let name) in known { names.insert(name) }
          }
          if case .object(let properties)? = alternative["properties"], properties.count == 1 {
            names.insert(properties[0].name)
          }
        }
      }
      for member in members { collect(member.value, &names) }
    default: break
    }
  }
}

extension UnsafeMutablePointer<CrashLabel.Header> {
  /// The names, each with a line break after it. Safe in a signal handler.
  var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(self + 1), count: pointee.byteCount)
  }
}
