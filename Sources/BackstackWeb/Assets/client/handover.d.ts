/**
 * Returns a URL that opens a session on another device, with a page that calls `handedOver`. It names
 * the feature, for a page that can only begin another session.
 */
export function handOverLink(
  session: { readonly id: string; readonly snapshot?: { readonly feature: string } },
  page?: Location | URL,
): string;

/**
 * Returns the id of a session that the page's URL hands over, for `Session.open({ id, … })`, and
 * takes it out of the URL.
 */
export function handedOver(): string | undefined;
