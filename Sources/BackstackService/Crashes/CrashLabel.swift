import Backstack
import BackstackSchema
import Synchronization

/// What the line about a crash can say of a feature, in memory that a signal handler can read: its name
/// and the names of the cases of its actions, and where crashes of its sessions are recorded.
final class CrashLabel: Sendable {
  /// The beginning of the memory: the names follow it, each with a line break after it.
  struct Header: ~Copyable {
    /// The file that crashes are recorded in; -1 for none.
    let file = Atomic<Int32>(-1)
    let byteCount: Int
  }

  // Sound: the memory is written before it is shared, but for what is atomic.
  nonisolated(unsafe) let header: UnsafeMutablePointer<Header>

  /// - Parameters:
  ///   - name: The feature's name.
  ///   - cases: The names of the cases of its actions, and of the actions of its screens.
  init(name: String, cases: some Sequence<String>) {
    var bytes: [UInt8] = []
    // As JSON has it, but for the quotation marks.
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

  /// Sets the file that crashes are recorded in; -1 for none.
  func setFile(_ file: Int32) { header.pointee.file.store(file, ordering: .releasing) }

  deinit {
    header.deinitialize(count: 1)
    UnsafeMutableRawPointer(header).deallocate()
  }

  /// The names of all cases that a schema has.
  static func cases(of action: Any.Type) -> Set<String> {
    let builder = SchemaBuilder(audience: .reader, roots: [FeatureContract.Root.action: action])
    var names: Set<String> = []
    for definition in builder.definitions { collect(definition.schema.literal, &names) }
    return names
  }

  /// Collects from the alternatives of enums, which are objects of one member, or names.
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
