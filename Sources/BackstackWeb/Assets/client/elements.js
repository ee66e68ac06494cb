// Elements that are kept like a description of them: see elements.d.ts.
import { icons } from "./icons.js";

export const own = (object, name) => (Object.hasOwn(object ?? {}, name) ? object[name] : undefined);
const isObject = (value) => Object(value) === value;

const listOf = (children) =>
  children.flat(Infinity).filter((one) => one || one === 0)
    .map((one) => (isObject(one) && !(one instanceof Number) ? one : { tag: "#", text: `${one}` }));

export const h = (tag, props, ...children) => ({ tag, props: props ?? {}, children: listOf(children) });
export const later = (draw, node, at) => ({ draw, node, at, tag: node.kind, key: node.id });

/**
 * What has changed since it was emptied: texts, fields that came, and the field that asks for the focus.
 * What was drawn in another round is drawn again, though its node is the same.
 */
export const changes = { texts: [], fields: [], focus: undefined, round: 0 };

function set(element, name, value) {
  if (name === "use") return;
  if (name === "autofocus" && value) changes.focus = element;
  if (/^(on|\.)/.test(name)) element[name.replace(".", "")] = value;
  else if (name.startsWith("aria-") && value !== undefined) element.setAttribute(name, `${value}`);
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

function make(one) {
  const { tag, props } = one;
  if (tag === "#") return document.createTextNode(one.text);
  const element = /^(svg|path)$/.test(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  change(element, { props: {}, children: [] }, one);
  one.end = props.use?.(element);
  if (tag === "textarea" || /^(text|search|password)$/.test(element.type)) changes.fields.push(element);
  return element;
}

function change(element, old, one) {
  const { tag, props, text } = one;
  if (tag === "#") {
    if (old.text === text) return;
    element.data = text;
    if (!element.parentNode.closest("[role=timer]")) changes.texts.push(text);
    return;
  }
  for (const name in { ...old.props, ...props }) {
    if (old.props[name] !== props[name]) set(element, name, props[name]);
  }
  one.children = put(element, old.children, one.children);
}

export function end({ children = [], end: ended }) {
  ended?.();
  children.forEach(end);
}

// Elements lose the focus when browsers without `moveBefore` move them.
const move = (parent, element, there) =>
  parent[element.parentNode === parent && parent.moveBefore ? "moveBefore" : "insertBefore"](element, there);

export function put(parent, old, children) {
  const known = new Map(old.map((one) => [one.name, one]));
  const counts = new Map();
  const fresh = listOf(children).map((child) => {
    const { draw, node, at, key } = child;
    let name = key === undefined ? `<${child.tag}` : `${key}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    if (count) name += `>${count}`;
    const before = known.get(name);
    if (draw && before?.draw === draw && before.node === node && before.round === changes.round) {
      known.delete(name);
      return before;
    }
    const one = draw ? Object.assign(draw(node, at), { draw, node, round: changes.round }) : child;
    one.name = name;
    if (before?.tag === one.tag && before.props?.type === one.props?.type) {
      known.delete(name);
      Object.assign(one, { element: before.element, end: before.end });
      change(one.element, before, one);
    } else one.element = make(one);
    return one;
  });
  for (const gone of known.values()) {
    end(gone);
    gone.element.remove();
  }
  // As few moves as an insertion, a removal, or the move of one element needs.
  let there = parent.firstChild;
  for (const { element } of fresh) {
    if (there && there !== element && there.nextSibling === element) {
      move(parent, there, null);
      there = element;
    }
    if (there === element) there = element.nextSibling;
    else move(parent, element, there);
  }
  return fresh;
}

// MARK: Parts of nodes

export function icon(name) {
  let path;
  for (let rest = name ?? ""; rest && !path; rest = rest.replace(/(^|\.)[^.]*$/, "")) path = own(icons, rest);
  if (!path) return;
  // Forward is to the left where one reads from right to left.
  const way = /^(chevron|arrow)\.(for|back)ward/.test(name) ? " bs-way" : "";
  const style = /^(circle|square|star|heart|bookmark|flag)\.fill/.test(name) ? " bs-solid"
    : /\.fill/.test(name) ? " bs-fill" : "";
  return h("svg", { class: `bs-symbol${style}${way}`, viewBox: "0 0 24 24", "aria-hidden": true }, h("path", { d: path }));
}

export function plain({ text, label, children, fallback, options }) {
  if (text !== undefined || options) return text ?? "";
  return (label ?? children ?? fallback ?? []).map(plain).filter(Boolean).join(", ");
}

// A word that may be wider than a phone breaks anywhere, others do not.
export const longWord = ({ text }) => /\S{18}/.test(text) && "bs-long";
export const inside = (at, more) => Object.assign(Object.create(at), more);
export const drawn = (nodes, at) => (nodes ?? []).map((node) => later(at.draw, node, at));
export const words = (node, at) => [
  icon(node.icon),
  node.label ? drawn(node.label, inside(at, { isInline: true }))
    : node.text !== undefined && h("span", { dir: "auto", class: longWord(node) }, node.text),
];
export const button = (props, press, ...children) =>
  h("button", { type: "button", onclick: ({ currentTarget }) => press(currentTarget), ...props }, children);
export const badge = (node) => node.badge !== undefined && h("span", { class: "bs-badge bs-mono" }, node.badge);

export const linkTo = (url) =>
  /^https?:/i.test(url) ? { href: url, target: "_blank", rel: "noopener" }
    : /^(mailto:|tel:|[/#])/i.test(url) ? { href: url } : {};
