#!/usr/bin/env bash
# Measures the time to compile a generated module of features, and prints a Markdown table.
#
#   Benchmarks/build-time.sh FOLDER-OF-DEBUG-BUILD FOLDER-OF-RELEASE-BUILD
#
# FEATURES (100) is the number of features in the module. Each has a state, an action, and a destination
# enum with a sheet and an alert; for every tenth, there is also a stack of ten of them.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

features=${FEATURES:-100}
[[ $# = 2 && -d $1 && -d $2 ]] || fail "usage: Benchmarks/build-time.sh DEBUG-FOLDER RELEASE-FOLDER"
[[ $features =~ ^[1-9][0-9]*$ ]] || fail "FEATURES is a number, not \"$features\""
need swiftc
sources=$work/features
mkdir -p "$sources"

# feature NUMBER: prints a feature; four of five present the previous one.
feature() {
  local number=$1 before=$(($1 - 1)) sheet=""
  ((number % 5 == 0)) || sheet="indirect case sheet(Feature$before)"
  cat <<SWIFT
import Backstack

@Reducer
public struct Feature$number {
  @ObservableState
  public struct State: Equatable, Codable, Sendable {
    public var count = 0
    public var text = ""
    @Presents public var destination: Destination.State?
    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Codable, Sendable {
    case incrementButtonTapped
    case textChanged(String)
    case loaded(Int)
    case destination(PresentationAction<Destination.Action>)
  }

  @Reducer(state: .equatable, .codable, .sendable, action: .equatable, .codable, .sendable)
  public enum Destination {
    $sheet
    case alert(AlertState<Alert>)

    @CasePathable
    public enum Alert: Equatable, Codable, Sendable {
      case confirmed
    }
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.loaded(1))
        }
      case .textChanged(let text):
        state.text = text
        return .none
      case .loaded(let count):
        state.count = count
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.\$destination, action: \.destination)
  }
}
SWIFT
}

# stack NUMBER: prints a feature with a stack of the ten features up to that one.
stack() {
  local number=$1 screen
  cat <<SWIFT
import Backstack

@Reducer
public struct Stack$number {
  @ObservableState
  public struct State: Equatable, Codable, Sendable {
    public var path = StackState<Path.State>()
    public init() {}
  }

  public enum Action: Equatable, Codable, Sendable {
    case path(StackActionOf<Path>)
  }

  @Reducer(state: .equatable, .codable, .sendable, action: .equatable, .codable, .sendable)
  public enum Path {
SWIFT
  for ((screen = number > 9 ? number - 9 : 0; screen <= number; screen++)); do
    echo "    case screen$screen(Feature$screen)"
  done
  cat <<SWIFT
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.path, action: \.path)
  }
}
SWIFT
}

# view NUMBER: prints a view of 60 lines, of a feature that every view's module has.
view() {
  cat <<SWIFT
import BackstackViews

struct View$1: View {
  @Bindable var store: StoreOf<Entry>

  var body: some View {
    Form {
      Section("Entry") {
        TextField("Title", text: \$store.title)
          .font(.headline)
        TextField("Place", text: \$store.place, prompt: Text("In the hall"))
          .textContentType(.name)
        Toggle("Favorite", isOn: \$store.isFavorite)
        Stepper("Copies: \(store.copies)", value: \$store.copies, in: 1...20)
        Picker("Kind", selection: \$store.kind) {
          ForEach(["Painting", "Drawing", "Print"], id: \.self) { kind in
            Text(kind).tag(kind)
          }
        }
        .pickerStyle(.menu)
      }
      Section {
        ForEach(store.notes, id: \.self) { note in
          HStack {
            Text(note).bold()
            Spacer()
            Text("\(note.count) characters")
              .font(.caption)
              .foregroundStyle(.secondary)
          }
          .swipeActions {
            Button("Remove", role: .destructive) { store.send(.removeButtonTapped(note)) }
          }
        }
        Button("Add a note", systemImage: "plus") { store.send(.addButtonTapped) }
      } header: {
        Text("Notes")
      } footer: {
        if store.notes.isEmpty {
          Text("There are no notes.")
        } else {
          Text("\(store.notes.count) notes")
        }
      }
      LabeledContent("Title and place") {
        VStack(alignment: .trailing) {
          Text(store.title)
          Text(store.place).foregroundStyle(.secondary)
        }
      }
    }
    .navigationTitle(store.title)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel") { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }
          .disabled(store.title.isEmpty)
      }
    }
  }
}
SWIFT
}

# entry: prints the feature of these views.
entry() {
  cat <<SWIFT
import Backstack

@Reducer
struct Entry {
  @ObservableState
  struct State: Equatable, Sendable {
    var title = ""
    var place = ""
    var isFavorite = false
    var copies = 1
    var kind = "Painting"
    var notes: [String] = []
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case addButtonTapped
    case cancelButtonTapped
    case removeButtonTapped(String)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}
SWIFT
}

for ((number = 0; number < features; number++)); do
  feature "$number" >"$sources/Feature$number.swift"
  ((number % 10 != 9)) || stack "$number" >"$sources/Stack$number.swift"
done

# compile FOLDER-OF-BUILD FOLDER-OF-SOURCES FLAG …: sets `cpu` and `elapsed` to the seconds of one compilation.
compile() {
  local folder=$1 plugin=$1/BackstackMacros-tool files=$2
  shift 2
  [[ -x $plugin ]] || fail "there is no $plugin: build the package first"
  TIMEFORMAT='%U %S %R'
  { time (
    cd "$work"
    swiftc "$@" -swift-version 6 -parse-as-library -module-name Features -c -emit-module \
      -I "$folder/Modules" -I "$here/../Sources/BackstackLinux/include" \
      -load-plugin-executable "$plugin#BackstackMacros" "$files"/*.swift >"$work/swiftc.out" 2>&1
  ); } 2>"$work/time" || fail "the module does not compile: $(head -c 2000 "$work/swiftc.out")"
  read -r cpu elapsed < <(awk '{ printf "%.2f %.2f\n", $1 + $2, $3 }' "$work/time")
}

debug=$(realpath "$1")
release=$(realpath "$2")
lines=$(cat "$sources"/*.swift | wc -l)
# print_row NAME [DIVISOR CPU ELAPSED]: prints the last compilation, less another one's times.
print_row() {
  awk -v name="$1" -v by="${2-1}" -v cpu="$cpu" -v lessCPU="${3-0}" -v elapsed="$elapsed" -v less="${4-0}" \
    'BEGIN { printf "| %s | %.1f s | %.1f s |\n", name, (cpu - lessCPU) / by, (elapsed - less) / by }'
}

echo "| a module of $features features, $lines lines | CPU time | elapsed |"
echo "|---|---:|---:|"
compile "$debug" "$sources" -Onone -enable-batch-mode -j2
print_row debug
compile "$release" "$sources" -O -whole-module-optimization -num-threads 2
print_row release

# The whole of the module and of its modules' loading is in both.
mkdir -p "$work/entry" "$work/views"
entry | tee "$work/entry/Entry.swift" >"$work/views/Entry.swift"
for ((number = 0; number < 10; number++)); do view "$number" >"$work/views/View$number.swift"; done
for folder in entry views; do
  base=("${cpu-0}" "${elapsed-0}")
  compile "$debug" "$work/$folder" -Onone -enable-batch-mode -j2
done
print_row "debug, a view of $(($(wc -l <"$work/views/View0.swift") - 2)) lines, beside its feature" 10 "${base[@]}"
