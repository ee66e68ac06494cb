import type { ScreenLevel, ScreenNode } from "./screen.js";
import type { Session } from "./backstack.js";

/** A description of an element, or of a text. */
export interface Drawn {
  readonly tag: string;
  readonly props?: Properties;
  readonly children?: readonly Drawn[];
  /** Where the key is the same, the element is. */
  key?: string;
}

/**
 * Attributes; listeners, such as `onclick`; properties, whose names begin with a dot. `use` gets the
 * element, and returns what runs when it goes.
 */
export interface Properties {
  use?: (element: any) => (() => void) | void;
  [name: string]: unknown;
}

type Child = Drawn | string | number | false | null | undefined | readonly Child[];

/** Where a node is. */
export interface At {
  readonly screen: ScreenLevel;
  readonly session: Session<any, any>;
  /** Draws a node of a screen. */
  draw(node: ScreenNode, at: At): Drawn;
  /**
   * Sends what a member of a node has, `send` by default; the control takes no second press before the
   * response, unless the action `repeats`. `value` makes the value for the mark, of the node that is there
   * when the action's turn comes.
   */
  act(
    control: HTMLElement,
    node: ScreenNode,
    member?: string,
    options?: { value?: (node: any) => unknown; mark?: "$field"; repeats?: boolean },
  ): Promise<void>;
  /** Returns an id for an element of a node. */
  name(node: { readonly id?: string }, part?: string): string;
  readonly [name: string]: any;
}

/** Describes an element. */
export function h(tag: string, properties?: Properties | null, ...children: Child[]): Drawn;
/** Describes what is drawn from a node, and only again for another node. */
export function later(draw: (node: any, at: At) => Drawn, node: ScreenNode, at: At): Drawn;
/**
 * Makes the content of an element like a description, and returns what to give as `old` the next
 * time. Elements of the same key, or else of the same tag in the same order, stay the same.
 */
export function put(parent: Element, old: readonly Drawn[], children: readonly Child[]): Drawn[];
/** Tells an element that goes, and those in it. */
export function end(drawn: Drawn): void;
/**
 * What has changed since this was emptied: texts, fields that came, and the field to be focused. What
 * was drawn in another round is drawn again, though its node is the same.
 */
export const changes: { texts: string[]; fields: Element[]; focus: HTMLElement | undefined; round: number };

/** Returns a property that an object has itself. */
export function own(object: unknown, name: string | undefined): any;
/** Draws an icon by the name of an SF Symbol, or of what that is a variant of; nothing if it has none. */
export function icon(name: string | undefined): Drawn | undefined;
/** Returns the text of a node, as it is read out. */
export function plain(node: ScreenNode): string;
/** Returns the class of a text that has a word which may be wider than a phone. */
export function longWord(node: { readonly text?: string }): string | false;
/** Returns a position with more properties. */
export function inside(at: At, more: object): At;
/** Draws nodes. */
export function drawn(nodes: readonly ScreenNode[] | undefined, at: At): Drawn[];
/** Draws the icon, and the text or the label, of a node. */
export function words(node: object, at: At): Child[];
/** Draws a button; `press` runs when it is pressed. */
export function button(properties: Properties, press: (element: any) => void, ...children: Child[]): Drawn;
/** Draws the badge of a node that has one. */
export function badge(node: object): Child;
/** Returns the properties of a link; none for a URL that could run a script. */
export function linkTo(url: string): Properties;
