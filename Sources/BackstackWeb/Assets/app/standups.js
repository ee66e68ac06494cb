// The stand-ups: a list, screens that are pushed from it, and forms and alerts over them.
import { textField } from "./text.js";
import { button, h, keyed, minutes, row } from "./ui.js";

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const people = (count) => (count === 1 ? "1 person" : `${count} people`);

export function root({ send }) {
  const list = h("ul", { class: "list" });
  const empty = h("div", { class: "empty" },
    h("p", { class: "big" }, "No stand-ups"), h("p", {}, "Add the first one."));
  const show = keyed(list, ({ id }) => {
    const { element, show } = row((it) => send({ standupTapped: { id } }, it));
    const update = ({ title, attendees, seconds }) =>
      show(title || "Untitled", `${people(attendees.length)}, ${minutes(seconds)} min`);
    return { element: h("li", {}, element), update };
  });
  return {
    title: "Stand-ups",
    body: [empty, list, button("Add a stand-up", (it) => send("addStandupButtonTapped", it), {
      class: "primary",
    })],
    update({ standups }) {
      show(standups);
      empty.hidden = standups.length > 0;
    },
  };
}

function form(title, done) {
  return (screen) => {
    const { send, parent } = screen;
    const list = h("ul", { class: "attendees" });
    const show = keyed(list, ({ id }) => {
      const name = textField("Name", screen,
        ({ standup }) => standup.attendees.find((one) => one.id === id)?.name,
        (name) => ({ attendeeNameChanged: { id, name } }));
      const remove = button("×", (it) => send({ removeAttendeeButtonTapped: { id } }, it));
      const update = ({ name }) => remove.setAttribute("aria-label", `Remove ${name || "unnamed"}`);
      return { element: h("li", {}, name, remove), update };
    });
    return {
      title,
      done: { text: done[0], press: (it) => parent(done[1], it) },
      cancel: { text: "Cancel", press: (it) => parent(done[2], it, { discards: true }) },
      body: [
        h("div", { class: "card" },
          textField("Title", screen, ({ standup }) => standup.title,
            (title) => ({ binding: { title } })),
          textField("Seconds", screen, ({ standup }) => `${standup.seconds}`,
            (seconds) => ({ binding: { seconds } }),
            { type: "number", min: 1, max: 3600 })),
        h("h3", {}, "Attendees"), list,
        button("Add an attendee", (it) => send("addAttendeeButtonTapped", it)),
      ],
      update: ({ standup }) => show(standup.attendees),
    };
  };
}

export const screens = {
  addStandup: form("New stand-up",
    ["Add", "confirmAddStandupButtonTapped", "cancelAddStandupButtonTapped"]),
  edit: form("Edit", ["Done", "doneEditingButtonTapped", "cancelEditButtonTapped"]),

  detail({ send }) {
    const name = h("p", { class: "question" });
    const facts = h("p", { class: "lead" });
    const list = h("ul", { class: "list" });
    const show = keyed(list, ({ id }) => {
      const { element, show } = row((it) => send({ meetingTapped: { id } }, it));
      const update = (one) => show(date.format(new Date(one.date)), `${minutes(one.seconds)} min`);
      return { element: h("li", {}, element), update };
    });
    const none = h("p", { class: "hint" }, "No meeting has been held yet.");
    return {
      title: "Stand-up",
      body: [
        name, facts,
        button("Start meeting", (it) => send("startMeetingButtonTapped", it), { class: "primary" }),
        h("h2", {}, "Meetings"), none, list,
        h("div", { class: "pair" },
          button("Edit", (it) => send("editButtonTapped", it)),
          button("Delete", (it) => send("deleteButtonTapped", it), { class: "destructive" })),
      ],
      update({ standup }) {
        name.textContent = standup.title || "Untitled";
        const names = standup.attendees.map((one) => one.name).join(", ");
        facts.textContent = `${minutes(standup.seconds)} min${names && ` with ${names}`}`;
        show(standup.meetings);
        none.hidden = standup.meetings.length > 0;
      },
    };
  },

  meeting({ send }) {
    const held = h("p", { class: "question" });
    const length = h("p", { class: "lead" });
    return {
      title: "Meeting",
      body: [held, length, button("Close", (it) => send("closeButtonTapped", it))],
      update({ meeting, standup }) {
        held.textContent = date.format(new Date(meeting.date));
        length.textContent = `${standup.title || "Untitled"}, ${minutes(meeting.seconds)} min`;
      },
    };
  },

  record({ send }) {
    const speaker = h("p", { class: "question" });
    const time = h("p", { class: "count" });
    const bar = h("span", { class: "bar" });
    const track = h("div", { class: "track", "aria-hidden": "true" }, bar);
    return {
      title: "Recording",
      body: [
        speaker, time, track,
        button("Start", (it) => send("startButtonTapped", it), { class: "primary" }),
        h("div", { class: "pair" },
          button("Next speaker", (it) => send("nextButtonTapped", it)),
          button("End meeting", (it) => send("endMeetingButtonTapped", it), {
            class: "destructive",
          })),
      ],
      update({ standup, secondsElapsed, speakerIndex }) {
        const name = standup.attendees[speakerIndex]?.name;
        speaker.textContent = name ? `${name} speaks` : "No attendees";
        time.textContent = minutes(Math.max(0, standup.seconds - secondsElapsed));
        bar.style.width = `${(100 * secondsElapsed) / Math.max(1, standup.seconds)}%`;
      },
    };
  },
};
