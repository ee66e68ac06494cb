// Hands a session over to another device: by a fragment, which browsers send to no server.

export const handOverLink = ({ id, snapshot: { feature } = {} }, page = location) =>
  `${page.origin}${page.pathname}${page.search}#session=${id}${feature ? `&feature=${feature}` : ""}`;

export function handedOver() {
  const id = /^#session=([\w-]+)(&|$)/.exec(location.hash)?.[1];
  // Who sees the URL could use the session.
  if (id) history.replaceState(history.state, "", location.pathname + location.search);
  return id;
}
