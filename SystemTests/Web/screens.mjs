// Screens as a server sends them: the tests of the renderer draw each of them.

const text = (text, more) => ({ kind: "text", text, ...more });
const button = (id, text, more) => ({ kind: "button", id, text, send: id, ...more });
const row = (...children) => ({ kind: "row", children });
const column = (...children) => ({ kind: "column", align: "leading", children });
const list = (...children) => ({ kind: "list", style: "insetGrouped", children });
const form = (...children) => ({ kind: "form", children });
const section = (header, children, footer) => ({
  kind: "section", ...(header && { header: [text(header)] }), children, ...(footer && { footer: [text(footer)] }),
});
const field = (id, label, value, more) => ({
  kind: "textField", id, text: label, value, send: { binding: { [id]: { $value: more?.type ?? "string" } } }, ...more,
});
const toggle = (id, label, value, more) => ({
  kind: "toggle", id, text: label, value, send: { binding: { [id]: { $value: "boolean" } } }, ...more,
});
const choice = (id, label, value, options, more) => ({
  kind: "picker", id, text: label, value, send: { binding: { [id]: { $value: "json" } } },
  options: options.map(([value, text, icon]) => ({ value, text, ...(icon && { icon }) })), ...more,
});
const labeled = (label, value, icon) => ({ kind: "labeled", text: label, icon, children: [text(value)] });
const element = (id, name) => ({ path: { element: { id, action: { [name]: { $action: true } } } } });
const pop = (id, text) => ({ text, send: { path: { popFrom: { id } } } });

let versions = 0;
const document = (...levels) => ({
  id: "fixture", feature: "fixture", version: ++versions, title: levels[0].title, levels, effects: 0,
  expiresAt: "2030-01-01T00:00:00Z",
});

// MARK: Stand-ups

const people = [["Blob"], ["Blob Jr."], ["Blob Sr."], ["Blob Esq."], ["Blob III"]];
const standup = (id, title, minutes, attendees, tint) => ({
  kind: "button", id, send: { standupTapped: { id } }, navigates: true, tint,
  label: [column(
    text(title, { style: "headline" }),
    row(
      { kind: "label", icon: "person.2", children: [], text: `${attendees}` }, { kind: "spacer" },
      { kind: "label", icon: "clock", text: `${minutes} min` },
    ))],
});
export const standupsRoot = {
  id: "root", style: "root", title: "Daily Stand-ups",
  toolbar: [button("addStandupButtonTapped", "Add", { icon: "plus", placement: "primaryAction" })],
  body: [list(
    { ...standup("1", "Design", 1, 6), delete: { deleted: "1" } },
    { ...standup("2", "Engineering", 10, 2), delete: { deleted: "2" } },
    { ...standup("3", "Product", 30, 2), delete: { deleted: "3" } },
  )],
};
const detail = {
  id: "path/0", style: "push", title: "Design", below: "root", wrap: element(0, "detail"), back: pop(0, "Daily Stand-ups"),
  toolbar: [button("editButtonTapped", "Edit", { placement: "primaryAction" })],
  body: [list(
    section("Stand-up Info", [
      button("startMeetingButtonTapped", "Start Meeting", { icon: "timer", navigates: true }),
      labeled("Length", "1 minute", "clock"),
      { kind: "labeled", text: "Theme", icon: "paintpalette", children: [text("Orange", { color: "orange", bold: true })] },
    ]),
    section("Past meetings", [1, 2, 3].map((day) => ({
      kind: "button", id: `meeting${day}`, send: { meetingTapped: { id: day } }, navigates: true, delete: { deleteMeeting: day },
      label: [row({ kind: "icon", icon: "calendar" }, text(`${20 + day} November 2026`), text(`9:0${day}`, { color: "secondary" }))],
    }))),
    section("Attendees", people.map(([name], index) => ({ kind: "label", id: `p${index}`, icon: "person", text: name }))),
    section(null, [button("deleteButtonTapped", "Delete", { role: "destructive" })]),
  )],
};
const edit = {
  id: "path/0/destination/edit", style: "sheet", title: "Design", below: "path/0", detents: ["large"],
  wrap: { path: { element: { id: 0, action: { detail: { destination: { presented: { edit: { $action: true } } } } } } } },
  close: { send: { path: { element: { id: 0, action: { detail: { destination: "dismiss" } } } } } },
  toolbar: [
    button("cancel", "Cancel", { placement: "cancellationAction", wrap: null, send: "cancelEditButtonTapped" }),
    button("done", "Done", { placement: "confirmationAction", wrap: null, send: "doneEditingButtonTapped" }),
  ],
  body: [form(
    section("Stand-up Info", [
      field("title", "Title", "Design"),
      { kind: "slider", id: "minutes", text: "Length: 5 minutes", value: 5, min: 5, max: 30, step: 1, send: { binding: { seconds: { $value: "integer" } } } },
      choice("theme", "Theme", "orange", [["bubblegum", "Bubblegum"], ["buttercup", "Buttercup"], ["orange", "Orange"], ["teal", "Teal"]]),
    ]),
    section("Attendees", [
      ...people.slice(0, 3).map(([name], index) => field(`attendee${index}`, undefined, name, {
        prompt: "Name", delete: { removeAttendeeButtonTapped: { id: index } },
      })),
      button("addAttendeeButtonTapped", "New attendee", { icon: "plus.circle" }),
    ], "Everyone speaks for the same time."),
  )],
};
const record = {
  id: "path/1", style: "push", title: "Recording", below: "path/0", wrap: element(1, "record"), back: pop(1, "Design"),
  body: [
    {
      kind: "column", align: "center", children: [
        { kind: "progress", id: "time", value: 18, total: 60, children: [] },
        row(
          column(text("Time elapsed", { style: "caption", color: "secondary" }), { kind: "label", icon: "hourglass", text: "18 s" }),
          { kind: "spacer" },
          { kind: "column", align: "trailing", children: [
            text("Time remaining", { style: "caption", color: "secondary" }),
            { kind: "text", format: "timer", value: new Date(Date.now() + 42_500).toISOString(), style: "title2", id: "remaining" }] },
        ),
        text("Blob", { style: "largeTitle", bold: true, id: "speaker" }), text("is speaking", { color: "secondary" }),
      ],
    },
    row(
      text("Speaker 1 of 5"), { kind: "spacer" },
      button("nextButtonTapped", "Next", { icon: "forward.end", style: "borderedProminent" }),
    ),
    button("endMeetingButtonTapped", "End meeting", { role: "destructive", style: "bordered" }),
  ],
};
const deleteAlert = {
  id: "path/0/destination/alert", style: "alert", title: "Delete?", below: "path/0",
  message: [text("Are you sure you want to delete this meeting?")],
  close: { send: { path: { element: { id: 0, action: { detail: { destination: "dismiss" } } } } } },
  body: [
    button("yes", "Yes", { role: "destructive", wrap: null, send: "confirmDeletion" }),
    button("no", "Nevermind", { role: "cancel", wrap: null, send: "dismiss" }),
  ],
};
export const standups = () => document(standupsRoot);
export const standupDetail = () => document(standupsRoot, detail);
export const standupEdit = () => document(standupsRoot, detail, edit);
export const standupRecord = () => document(standupsRoot, detail, record);
export const standupDelete = () => document(standupsRoot, detail, deleteAlert);
export const standupDialog = () => document(standupsRoot, detail, {
  ...deleteAlert, id: "path/0/destination/dialog", style: "confirmationDialog", title: "End the meeting early?",
  body: [
    button("discard", "Discard", { role: "destructive" }), button("save", "Save and end"),
    button("resume", "Resume", { role: "cancel" }),
  ],
});

// MARK: Inventory

const item = (id, name, color, stock, amount) => ({
  kind: "button", id, send: { itemButtonTapped: { id } }, navigates: true, badge: amount, delete: { deleteButtonTapped: { id } },
  menu: [button(`copy${id}`, "Duplicate", { icon: "doc.on.doc" })],
  label: [row({ kind: "icon", icon: "circle.fill", color }, column(text(name), text(stock, { style: "footnote", color: "secondary" })))],
});
const inventoryRoot = {
  id: "root", style: "root", title: "Inventory", refresh: "refresh",
  search: { id: "search", value: "", prompt: "Search items", send: { searched: { $value: "string" } } },
  toolbar: [button("addButtonTapped", "Add an item", { icon: "plus", placement: "primaryAction" })],
  body: [list(
    item("1", "Headphones", "blue", "In stock", "20"), item("2", "Mouse", "green", "In stock", "3"),
    item("3", "Keyboard", "yellow", "Out of stock, on back order"), item("4", "Monitor", "red", "Out of stock"),
  )],
};
const itemForm = (title, more) => ({
  id: "destination/addItem", style: "sheet", title, below: "root", detents: ["medium"],
  wrap: { destination: { presented: { addItem: { $action: true } } } }, close: { send: { destination: "dismiss" } },
  toolbar: [
    button("cancel", "Cancel", { placement: "cancellationAction", wrap: null }),
    button("add", "Add", { placement: "confirmationAction", wrap: null, disabled: true }),
  ],
  body: [form(
    section(null, [
      field("name", "Name", "", { prompt: "Headphones", focused: true, error: "An item needs a name." }),
      choice("color", "Color", null, [[null, "None"], ["blue", "Blue"], ["green", "Green"], ["red", "Red"]]),
    ]),
    section("Status", [
      toggle("inStock", "In stock", true),
      { kind: "stepper", id: "quantity", text: "Quantity", value: 3, min: 0, max: 10, send: { binding: { status: { inStock: { quantity: { $value: "integer" } } } } } },
      field("price", "Price", 12.5, { type: "number" }),
      choice("condition", "Condition", "new", [["new", "New"], ["used", "Used"], ["broken", "Broken"]], { style: "segmented" }),
    ], "Items that are out of stock can be put on back order."),
  )],
  ...more,
});
export const inventory = () => document(inventoryRoot);
export const inventoryForm = () => document(inventoryRoot, itemForm("New item"));
export const inventoryPopover = () => document(inventoryRoot, itemForm("Copy of Mouse", { id: "destination/duplicate", style: "popover" }));

// MARK: Counters

const counter = (id, count, below) => ({
  id: `path/${id}`, style: "push", title: "Counter", below, wrap: element(id, "counter"), back: pop(id, id ? "Counter" : "Counters"),
  body: [
    {
      kind: "row", align: "center", children: [
        { kind: "spacer" },
        button("decrementButtonTapped", undefined, { icon: "minus", accessibility: { label: "One less" }, style: "bordered" }),
        text(`${count}`, { style: "largeTitle", mono: true, id: "count" }),
        button("incrementButtonTapped", undefined, { icon: "plus", accessibility: { label: "One more" }, style: "bordered" }),
        { kind: "spacer" },
      ],
    },
    text("At 5 a counter leaves by itself.", { style: "footnote", color: "secondary", align: "center" }),
    button("nextButtonTapped", "Next counter", { style: "borderedProminent", navigates: true }),
    row(
      button("startTimerButtonTapped", "Start timer", { icon: "play", style: "bordered" }),
      button("stopTimerButtonTapped", "Stop timer", { icon: "stop", style: "bordered", disabled: true }),
    ),
  ],
});
const countersRoot = {
  id: "root", style: "root", title: "Counters",
  body: [form(
    section(null, [
      text("Each counter is a screen. Push as many as you like, and go back."),
      button("addCounterButtonTapped", "Add a counter", { icon: "plus.circle.fill" }),
    ]),
    section("Begin elsewhere", [
      { kind: "stepper", id: "start", text: "Begin at", value: 3, send: { start: { $value: "integer" } } },
      button("pushButtonTapped", "Push", { navigates: true }),
    ]),
  )],
};
export const counters = () => document(countersRoot);
export const countersDeep = (count = 4) => document(countersRoot, ...Array.from({ length: 4 }, (_, id) =>
  counter(id, id === 3 ? count : id + 1, id ? `path/${id - 1}` : "root")));

// MARK: Polls

const option = (id, name, votes, total, selected) => ({
  kind: "button", id, send: { optionTapped: { id } }, selected,
  label: [
    { kind: "progress", value: votes, total, children: [] },
    row(
      { kind: "icon", icon: selected ? "checkmark.circle" : "circle", color: selected ? "accent" : "secondary" },
      text(name), { kind: "spacer" },
      text(`${votes}`, { mono: true, color: "secondary" }), text(`${Math.round((100 * votes) / total)} %`, { mono: true, bold: true }),
    )],
});
export const polls = () => document(
  {
    id: "root", style: "root", title: "Polls",
    body: [list(section(null, [
      { kind: "button", id: "a", send: "a", navigates: true, label: [column(text("Where do we eat?"), text("4 options", { style: "footnote", color: "secondary" }))] },
      { kind: "button", id: "b", send: "b", navigates: true, badge: "new", label: [column(text("Which language next?"), text("3 options", { style: "footnote", color: "secondary" }))] },
    ], "Open one in two windows, and vote in both."))],
  },
  {
    id: "path/0", style: "push", title: "Poll", below: "root", wrap: element(0, "poll"), back: pop(0, "Polls"),
    body: [
      list(section(null, [text("Where do we eat?", { style: "title2", bold: true })])),
      list(section(null, [
        option("1", "Noodles", 12, 31, true), option("2", "Pizza", 9, 31), option("3", "Salad", 3, 31), option("4", "At home", 7, 31),
      ], "31 votes, and yours is one of them.")),
      button("withdrawButtonTapped", "Withdraw my vote", { style: "bordered" }),
    ],
  },
);

// MARK: Others

export const empty = () => document({
  id: "root", style: "root", title: "Inventory",
  toolbar: [button("addButtonTapped", "Add an item", { icon: "plus", placement: "primaryAction" })],
  body: [{
    kind: "empty", text: "Nothing on the shelf", icon: "shippingbox",
    description: [text("Add the first item: it takes a name, a color and a quantity.")],
    actions: [button("add", "Add an item", { style: "borderedProminent" })],
  }],
});

const settingsRoot = (more) => ({
  id: "root", style: "root", title: "Settings",
  toolbar: [
    {
      kind: "menu", id: "more", text: "More", icon: "ellipsis", placement: "primaryAction", children: [
        button("export", "Export", { icon: "square.and.arrow.up" }), button("archive", "Archive", { icon: "tray" }), { kind: "divider" },
        toggle("compact", "Compact rows", false), button("reset", "Reset all settings", { icon: "trash", role: "destructive" }),
      ],
    },
    button("save", "Save", { placement: "confirmationAction", shortcut: "s" }),
  ],
  body: [form(
    section("Profile", [
      field("name", "Name", "Ada Lovelace", { content: "name" }),
      field("mail", "E-mail", "ada@example", { keyboard: "emailAddress", content: "emailAddress", error: "This is no address." }),
      field("password", "Password", "secret", { secure: true, content: "newPassword" }),
      field("age", "Age", 36, { type: "integer" }),
      { kind: "textEditor", id: "about", text: "About", value: "Notes on the engine.\nAnd more.", send: { about: { $value: "string" } } },
      { kind: "date", id: "born", text: "Born", value: "1915-12-10T12:00:00Z", parts: ["date"], send: { born: { $value: "date" } } },
      { kind: "date", id: "call", text: "Next call", value: "2026-12-10T09:30:00Z", send: { call: { $value: "date" } } },
    ], "Your name is shown to others."),
    section("Notifications", [
      toggle("push", "Allow notifications", true, { icon: "bell" }), toggle("sound", "Sounds", false, { icon: "bell", disabled: true }),
      { kind: "slider", id: "volume", text: "Volume", value: 40, min: 0, max: 100, send: { volume: { $value: "number" } } },
      { kind: "stepper", id: "minutes", text: "Remind me after", increment: "more", children: [] },
    ]),
    section("Looks", [
      choice("theme", "Appearance", "dark", [["light", "Light", "sun.max"], ["dark", "Dark", "moon"], ["auto", "Automatic"]], { style: "segmented" }),
      choice("language", "Language", "en", [["en", "English"], ["de", "Deutsch"], ["ar", "العربية"]], { style: "inline" }),
      choice("size", "Text size", 2, [[1, "Small"], [2, "Medium"], [3, "Large"]]),
    ]),
    section("Storage", [
      { kind: "gauge", text: "Used", value: 62, min: 0, max: 100 },
      { kind: "progress", text: "Uploading", value: 3, total: 12 }, { kind: "progress", text: "Searching" },
      labeled("Photos", "1,284", "photo"), labeled("Last backup", "yesterday", "clock"),
      { kind: "disclosure", id: "details", text: "Details", children: [labeled("Cache", "12 MB"), labeled("Database", "48 MB")] },
    ]),
    section("About", [
      { kind: "link", id: "site", text: "Web site", url: "https://example.com", icon: "globe" },
      { kind: "share", id: "share", text: "Share with a friend", url: "https://example.com" },
      text("Made with **care** and *time*. See `README.md`.", { markdown: true, style: "footnote", color: "secondary" }),
      { kind: "custom", name: "map", properties: { latitude: 1 }, fallback: [text("A map would be here.")] },
      { kind: "hologram", children: [text("A kind that nobody knows yet shows its children.")] },
      button("signOut", "Sign out", { role: "destructive" }),
    ]),
  )],
  ...more,
});
export const settings = () => document(settingsRoot());

const tabsRoot = () => ({
  id: "root", style: "root", title: "Library",
  body: [{
    kind: "tabs", id: "tabs", value: "books", send: { selected: { $value: "json" } }, children: [
      { kind: "tab", id: "t1", value: "books", text: "Books", icon: "book", children: [list(
        section("Reading", [text("Der Zauberberg"), text("Middlemarch"), text("القندس"), text("A title that is very long and goes on until it needs a second line on a narrow screen")]),
        section("Numbers", [{ kind: "grid", children: [
          { kind: "gridRow", children: [text("Pages", { bold: true }), text("1,002", { mono: true }), text("880", { mono: true })] },
          { kind: "gridRow", children: [text("Days", { bold: true }), text("31", { mono: true }), text("19", { mono: true })] }] }]),
      )] },
      { kind: "tab", id: "t2", value: "wishes", text: "Wishes", icon: "heart", badge: "2" },
      { kind: "tab", id: "t3", value: "me", text: "Me", icon: "person" },
    ],
  }],
});
export const tabs = () => document(tabsRoot());

export const tabsDetail = () => document(tabsRoot(), {
  id: "path/0", style: "push", title: "Middlemarch", back: { text: "Library", send: { path: { popFrom: { id: 0 } } } },
  body: [form(section("Loan", [
    labeled("Due", "tomorrow"),
    button("lend", "Lend it", { style: "borderedProminent", icon: "hammer" }), button("ask", "Ask for it", { style: "bordered" }),
    { kind: "button", id: "loan", send: "loan", label: [labeled("Ada", "May 10")] },
    { kind: "date", id: "call", text: "Back", value: "2026-12-10T21:30:00Z", send: { call: { $value: "date" } } },
    { kind: "slider", id: "deposit", text: "Usual deposit", value: 20, min: 0, max: 100, send: { deposit: { $value: "number" } } },
    { kind: "gauge", text: "Read", value: 0.3 },
    { kind: "row", id: "row", children: [{ kind: "icon", icon: "no.such.thing" }, text("Unknown icon")] },
    { kind: "menu", id: "menu", text: "More", children: [button("one", "One"), button("two", "Two", { icon: "trash", role: "destructive" })] },
  ]))],
});

export const cover = () => document(inventoryRoot, itemForm("Scan an item", { style: "fullScreenCover", id: "destination/scan" }));

export const fixtures = {
  standups, standupDetail, standupEdit, standupRecord, standupDelete, standupDialog, inventory, inventoryForm,
  inventoryPopover, counters, countersDeep, polls, empty, settings, tabs, tabsDetail, cover,
};
