// As much of a page as the renderer of screens needs: elements that keep their order, attributes and focus.

class Element extends EventTarget {
  childNodes = [];
  attributes = new Map();
  parentNode = null;
  style = {};
  moves = 0; // how often a child was put anywhere

  constructor(document, localName) {
    super();
    Object.assign(this, { ownerDocument: document, localName });
    if (/^(input|textarea)$/.test(localName)) this.value = "";
    this.dataset = new Proxy({}, {
      get: (_, name) => this.attributes.get(attribute(name)),
      set: (_, name, value) => (this.attributes.set(attribute(name), `${value}`), true),
      has: (_, name) => this.attributes.has(attribute(name)),
      deleteProperty: (_, name) => (this.attributes.delete(attribute(name)), true),
    });
  }

  setAttribute(name, value) { this.attributes.set(name, `${value}`); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  removeAttribute(name) { this.attributes.delete(name); }
  set inert(is) { if (is) this.setAttribute("inert", ""); }
  get type() { return this.getAttribute("type") ?? undefined; }
  get id() { return this.getAttribute("id"); }
  get className() { return this.getAttribute("class") ?? ""; }
  set className(value) { this.setAttribute("class", value); }
  get classList() { return { add: (name) => (this.className = `${this.className} ${name}`.trim()), remove() {} }; }

  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }
  get children() { return this.childNodes.filter(({ localName }) => localName !== "#text"); }
  get nextSibling() { return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null; }
  get nextElementSibling() { return this.nextSibling; }
  get isConnected() { return this.ownerDocument.body.contains(this); }
  contains(other) { return other === this || this.childNodes.some((one) => one.contains(other)); }
  insertBefore(child, there) {
    child.remove();
    this.childNodes.splice(there ? this.childNodes.indexOf(there) : this.childNodes.length, 0, child);
    child.parentNode = this;
    this.moves++;
  }
  append(...children) { for (const child of children) this.insertBefore(child, null); }
  remove() {
    const { activeElement, body } = this.ownerDocument;
    if (this.contains(activeElement)) this.ownerDocument.activeElement = body;
    this.parentNode?.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
  }
  replaceChildren() { for (const child of [...this.childNodes]) child.remove(); }
  get textContent() { return this.localName === "#text" ? this.data : this.childNodes.map((one) => one.textContent).join(""); }
  set textContent(text) {
    this.replaceChildren();
    if (text) this.append(this.ownerDocument.createTextNode(text));
  }

  matches(selectors) {
    return selectors.split(",").some((selector) => {
      const [, tag, rest] = /^\s*([\w-]*)(.*?)\s*$/.exec(selector);
      const parts = rest.match(/\.[\w-]+|\[[^\]]+\]/g) ?? [];
      return (!tag || tag === this.localName) && parts.every((part) => {
        if (part[0] === ".") return this.className.split(" ").includes(part.slice(1));
        const [, name, value] = /\[([\w-]+)(?:="?([^"]*)"?)?\]/.exec(part);
        return this.attributes.has(name) && (value === undefined || this.getAttribute(name) === value);
      });
    });
  }
  closest(selectors) { return this.localName !== "#text" && this.matches(selectors) ? this : this.parentNode?.closest(selectors) ?? null; }
  querySelectorAll(selectors) {
    return this.children.flatMap((one) => [...(one.matches(selectors) ? [one] : []), ...one.querySelectorAll(selectors)]);
  }
  querySelector(selectors) { return this.querySelectorAll(selectors)[0] ?? null; }

  focus() { this.ownerDocument.activeElement = this; }
  checkVisibility() { return true; }
  getBoundingClientRect() { return { top: 0 }; }
  getAnimations() { return []; }
  showModal() { this.open = true; }
  close() { this.open = false; }
  click() { this.onclick?.({ currentTarget: this, target: this }); }
  /** What a person does to a field or a switch. */
  enter(property, value) {
    this[property] = value;
    this.dispatchEvent(new Event("input"));
    this.dispatchEvent(new Event("change"));
    this.onchange?.({ currentTarget: this, target: this });
  }
}

const attribute = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Makes a page, and what modules take for the browser. */
export function page() {
  const document = {
    createElement: (name) => new Element(document, name),
    createElementNS: (_, name) => new Element(document, name),
    createTextNode: (data) => Object.assign(new Element(document, "#text"), { data }),
    addEventListener() {},
    querySelector: (selectors) => document.body.querySelector(selectors),
  };
  document.body = document.createElement("body");
  document.activeElement = document.body;
  const main = document.createElement("main");
  document.body.append(main);
  Object.assign(globalThis, { document, matchMedia: () => ({ matches: false }), HTMLElement: class {} });
  return { document, main };
}
