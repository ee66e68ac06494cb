/**
 * The states and actions of the feature "inventory".
 *
 * Made by `client --language typescript` of the server's program: don't edit it.
 * Integers are numbers, which lose digits above 2^53.
 */

/** A UUID as a text. */
export type UUID = `${string}-${string}-${string}-${string}-${string}`;

/** An object with one of the cases, and no second one. */
type OneCase<Value, Name = Value extends object ? keyof Value : never> = Value extends object
  ? Value & { readonly [Other in Exclude<Name, keyof Value> & string]?: never }
  : Value;

/** An object with at least one of the members. */
type SomeOf<Members> = {
  [Name in keyof Members]-?: Members & Required<Pick<Members, Name>>;
}[keyof Members];

/** The feature, as the type that `Session.open` takes. */
export interface Feature {
  readonly state: State;
  readonly action: Action;
  readonly creation: SessionCreation;
}

/** What a session shows. */
export interface Snapshot {
  readonly id: string;
  readonly feature: "inventory";
  /** How many actions were processed. */
  readonly version: number;
  readonly state: State;
  /** How many effects were in flight when the version was first told. */
  readonly effects: number;
  readonly expiresAt: string;
  /** The path that leads to what is shown, where there is one. */
  readonly link?: string;
}

/** What creates a session. */
export type SessionCreation = { readonly feature: "inventory"; readonly state?: State; readonly ttl?: number };

export interface State {
  readonly items: readonly Item[];
  readonly destination?: InventoryDestinationState | null;
}

/** An item that a shop has, or has had, in stock. */
export interface Item {
  readonly id: UUID;
  readonly name: string;
  readonly color?: "black" | "blue" | "green" | "red" | "white" | "yellow" | null;
  readonly status: ItemStatus;
}

/** The availability of an item. */
export type ItemStatus =
  | { readonly inStock: { readonly quantity: number } }
  | { readonly outOfStock: { readonly isOnBackOrder: boolean } };

export type InventoryDestinationState =
  | { readonly addItem: ItemFormState }
  | { readonly duplicateItem: ItemFormState }
  | { readonly editItem: ItemFormState }
  | { readonly alert: AlertState<InventoryAlert> };

export interface ItemFormState {
  readonly item: Item;
  /** The number of ticks left while the timer is on; absent while it is off. */
  readonly ticksLeft?: number | null;
}

/** An alert. */
export interface AlertState<Action> {
  readonly title: string;
  readonly message?: string | null;
  readonly buttons?: readonly ButtonState<Action>[] | null;
}

/** A button, and the action that pressing it sends. */
export interface ButtonState<Action> {
  readonly label: string;
  readonly role?: "cancel" | "destructive" | null;
  /** To be sent as `presented`; without one the button only closes. */
  readonly action?: Action | null;
}

/** The actions of the alert's buttons. */
export type InventoryAlert =
  | { readonly confirmDeletion: { readonly id: UUID } };

export type Action = OneCase<
  | "addButtonTapped" | "cancelAddItemButtonTapped" | "confirmAddItemButtonTapped" | "cancelDuplicateItemButtonTapped" | "confirmDuplicateItemButtonTapped"
  | { readonly addButtonTapped: {} }
  | { readonly cancelAddItemButtonTapped: {} }
  | { readonly confirmAddItemButtonTapped: {} }
  | { readonly duplicateButtonTapped: { readonly id: UUID } }
  | { readonly cancelDuplicateItemButtonTapped: {} }
  | { readonly confirmDuplicateItemButtonTapped: {} }
  | { readonly itemButtonTapped: { readonly id: UUID } }
  | { readonly deleteButtonTapped: { readonly id: UUID } }
  | { readonly destination: OneCase<"dismiss" | { readonly presented: InventoryDestinationAction } | { readonly dismiss: {} }> }
>;

export type InventoryDestinationAction = OneCase<
  | { readonly addItem: ItemFormAction }
  | { readonly duplicateItem: ItemFormAction }
  | { readonly editItem: ItemFormAction }
  | { readonly alert: InventoryAlert }
>;

export type ItemFormAction = OneCase<
  | "timerButtonTapped"
  | { readonly binding: BindingActionItemFormState }
  | { readonly timerButtonTapped: {} }
>;

/** The fields to set, with their new values. */
export type BindingActionItemFormState = SomeOf<{
  readonly name?: string;
  readonly color?: "black" | "blue" | "green" | "red" | "white" | "yellow" | null;
  readonly status?: OneCase<ItemStatus>;
}>;
