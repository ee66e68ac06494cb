// The inventory: one list, and at most one form or alert over it.
import { choice, textField } from "./text.js";
import { button, h, keyed, row, select } from "./ui.js";

const colors = ["", "black", "blue", "green", "red", "white", "yellow"];
const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "No color");
const stock = ({ inStock, outOfStock }) =>
  inStock ? `${inStock.quantity} in stock`
    : outOfStock.isOnBackOrder ? "Out of stock, on back order" : "Out of stock";

export function root({ send }) {
  const list = h("ul", { class: "list" });
  const empty = h("div", { class: "empty" },
    h("p", { class: "big" }, "Nothing on the shelf"),
    h("p", {}, "Add the first item: it takes a name, a color and a quantity."));
  const show = keyed(list, ({ id }) => {
    const { element, show } = row((it) => send({ itemButtonTapped: { id } }, it));
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    element.prepend(swatch);
    const copy = button("Duplicate", (it) => send({ duplicateButtonTapped: { id } }, it));
    const remove = button("Delete", (it) => send({ deleteButtonTapped: { id } }, it), {
      class: "destructive",
    });
    const update = ({ name, color, status }) => {
      show(name || "Unnamed", stock(status));
      swatch.dataset.color = color ?? "none";
      copy.setAttribute("aria-label", `Duplicate ${name || "unnamed"}`);
      remove.setAttribute("aria-label", `Delete ${name || "unnamed"}`);
    };
    return { element: h("li", {}, element, h("div", { class: "also" }, copy, remove)), update };
  });
  return {
    title: "Inventory",
    body: [
      empty, list,
      button("Add an item", (it) => send("addButtonTapped", it), { class: "primary" }),
    ],
    update({ items }) {
      show(items);
      empty.hidden = items.length > 0;
    },
  };
}

function form(title, done) {
  return (screen) => {
    const { send, parent } = screen;
    let last = 1; // the quantity that an item has once it is in stock again
    const color = choice("Color", screen, select(colors.map((name) => [name, capital(name)])), {
      value: ({ item }) => item.color ?? "",
      action: (name) => ({ binding: { color: name || null } }),
    });
    const isInStock = choice("In stock", screen, h("input", { type: "checkbox", class: "switch" }), {
      value: ({ item }) => "inStock" in item.status,
      action: (isOn) => ({ binding: { status: isOn ? { inStock: { quantity: last } }
        : { outOfStock: { isOnBackOrder: false } } } }),
    });
    const order = choice("On back order", screen, h("input", { type: "checkbox", class: "switch" }), {
      value: ({ item }) => item.status.outOfStock?.isOnBackOrder,
      action: (isOnBackOrder) => ({ binding: { status: { outOfStock: { isOnBackOrder } } } }),
    });
    const quantity = textField("Quantity", screen,
      ({ item }) => item.status.inStock && `${item.status.inStock.quantity}`,
      (quantity) => ({ binding: { status: { inStock: { quantity } } } }),
      { type: "number", step: 1 });
    const timer = button("", (it) => send("timerButtonTapped", it));
    return {
      title,
      done: done && { text: done[0], press: (it) => parent(done[1], it) },
      cancel: done && { text: "Cancel", press: (it) => parent(done[2], it, { discards: true }) },
      body: [
        h("div", { class: "card" },
          textField("Name", screen, ({ item }) => item.name, (name) => ({ binding: { name } })),
          color),
        h("div", { class: "card" }, isInStock, quantity, order),
        timer,
        ...(done ? [] : [h("p", { class: "hint" }, "Going back keeps what you changed.")]),
      ],
      update({ item, ticksLeft }) {
        const { inStock } = item.status;
        last = inStock?.quantity ?? last;
        quantity.hidden = !inStock;
        order.hidden = Boolean(inStock);
        timer.textContent = ticksLeft ? `Closes in ${ticksLeft} s. Stop` : "Close in 3 seconds";
      },
    };
  };
}

export const screens = {
  addItem: form("New item", ["Add", "confirmAddItemButtonTapped", "cancelAddItemButtonTapped"]),
  duplicateItem: form("Copy of an item",
    ["Add", "confirmDuplicateItemButtonTapped", "cancelDuplicateItemButtonTapped"]),
  editItem: form("Item"),
};

/** What a presentation shows: presentations have no id of their own. */
export const key = (state) => state.item?.id ?? "";
