-- The requests that wrk sends, and its results in a form that scripts can read.
--
--   wrk … -s load.lua URL                      GET URL
--   wrk … -s load.lua URL -- create            POSTs new sessions
--   wrk … -s load.lua URL -- SESSIONS CONTENT [ACCEPT [METHOD PATH]]   POSTs the content to the sessions in turn
--
-- SESSIONS is a file with the id of a session per line, which is put in place of each @ in the path, that of its
-- actions if there is none, and in the content. The threads share the sessions between them.

local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
  thread:set("count", tonumber(os.getenv("WRK_THREADS")))
end

local requests = {}
local turn = 0

function init(arguments)
  local sessions, content, accept, method, path = unpack(arguments)
  if not sessions then
    requests[1] = wrk.format("GET")
    return
  end
  if sessions == "create" then
    requests[1] = wrk.format(
      "POST", "/sessions", { ["Content-Type"] = "application/json" }, '{"feature":"counters"}')
    return
  end
  local line = 0
  for id in io.lines(sessions) do
    if line % count == number then
      requests[#requests + 1] = wrk.format(
        method or "POST", ((path or "/sessions/@/actions"):gsub("@", id)),
        { ["Content-Type"] = "application/json", ["Accept"] = accept }, (content:gsub("@", id)))
    end
    line = line + 1
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

-- RESULT requests seconds p99-in-microseconds socket-errors refused timeouts
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %.6f %d %d %d %d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(99),
    errors.connect + errors.read + errors.write, errors.status, errors.timeout))
end
