type Names<Value> = Value extends string ? Value : Value extends unknown ? keyof Value : never;
type Payload<Value, Name> = Value extends { readonly [K in Name & string]: infer P }
  ? P
  : Value extends Name
    ? {}
    : never;

/**
 * Calls the function that is named as the case of an enum: each case has to have one. A case that a
 * newer server has added is given to `other`.
 * @throws TypeError for such a case without `other`.
 */
export function match<Value extends string | object, Result>(
  value: Value,
  cases: { [Name in Names<Value> & string]: (payload: Payload<Value, Name>) => Result },
  other?: (name: string, payload: unknown) => Result,
): Result;

/** The action of a stack that acts on one of its elements. */
export function element<Action>(
  id: number,
  action: Action,
): { element: { id: number; action: Action } };
/** The action of a stack that removes an element and those above it. */
export function pop(id: number): { popFrom: { id: number } };
/** The action of a presentation that acts on what is presented. */
export function presented<Action>(action: Action): { presented: Action };
/** The action of a presentation that ends it. */
export const dismiss: "dismiss";
