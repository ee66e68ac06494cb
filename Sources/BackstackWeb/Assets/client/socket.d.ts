import type { Transport } from "./conversation.js";

/**
 * Returns a transport that opens a WebSocket for a stream that may have one, and sends actions over it. What
 * has no answer when the socket closes is sent again by `request`, as are all other calls.
 */
export function overSocket(
  request: Transport,
  page: { readonly platform: object; readonly server: string; readonly key?: string },
): Transport;
