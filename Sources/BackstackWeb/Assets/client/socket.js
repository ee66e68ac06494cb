// Carries a session's calls over a WebSocket while one is open, and the others by requests: see socket.d.ts.

const textOf = (field) => field?.replace(/^"|"$/g, "");

const messageOf = ({ headers, body }, id) => {
  const [key, version] = ["Idempotency-Key", "If-Match"].map((name) => textOf(headers[name]));
  const more = JSON.stringify({ key, ...(version && { if: +version }) }).slice(1);
  // The action's text stays as it is, also where its integers are longer than browsers' numbers.
  return `{"id":${id},"send":${body}${more === "}" ? "" : ","}${more}`;
};

export function overSocket(request, { platform, server, key }) {
  let open; // the socket that has sent a message
  let isOffered;
  const waiting = new Set();

  async function follow({ path, headers }, { signal, receive }) {
    const ask = async (rest, call) => {
      const response = await request({ path: rest, headers: {}, ...call }, { signal });
      if (!(response.status < 400)) throw response;
      return JSON.parse(response.text);
    };
    // A proxy may pass on the paths of sessions only.
    isOffered ??= await ask("/").then((index) => "socket" in index, () => false);
    if (!isOffered) return {};
    const url = new URL(server + path.replace("/events", "/socket"), platform.location?.href);
    url.protocol = url.protocol.replace("http", "ws");
    const version = headers["Last-Event-ID"];
    if (version) url.searchParams.set("version", version);
    if (key) {
      const { ticket } = await ask(path.replace(/\?.*|$/, "/tickets"), { body: "{}" });
      url.searchParams.set("ticket", ticket);
    }
    if (signal.aborted) return {};
    const socket = new platform.WebSocket(url, "backstack.v1");
    await new Promise((closed) => {
      signal.addEventListener("abort", () => socket.close());
      signal.addEventListener("abort", closed);
      socket.onclose = closed;
      socket.onmessage = ({ data }) => {
        open = socket;
        receive(`data: ${data}\n\n`);
      };
    });
    if (open === socket) open = undefined;
    for (const again of waiting) again();
    waiting.clear();
    return {};
  }

  return async (call, { number, ...options }) => {
    const { signal, keepalive } = options;
    if (call.isSocket) return follow(call, options).catch((response) => response);
    const isShort = call.body?.length < 60_000;
    if (!open || keepalive || !isShort || !call.path.endsWith("/actions")) return request(call, options);
    const isClosed = new Promise((again) => {
      waiting.add(again);
      signal.addEventListener("abort", () => waiting.delete(again));
    });
    open.send(messageOf(call, number));
    await isClosed;
    return signal.aborted ? {} : request(call, options);
  };
}
