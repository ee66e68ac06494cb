-- The requests that wrk sends for `Benchmarks/neighbours.sh`.
--
--   wrk … -s neighbours.lua URL -- small SESSIONS ACTION MS sends an action to each session in turn, on each
--                                                           connection with as many milliseconds between two
--   wrk … -s neighbours.lua URL -- large SESSIONS           reads each session in turn, changes it, and
--                                                           requests a patch, as fast as the server responds
--   wrk … -s neighbours.lua URL -- costly PATH FILE         sends the file, as fast as the server responds

local requests = {}
local turn = 0
local pause = 0

function init(arguments)
  local kind, sessions, action = arguments[1], arguments[2], arguments[3]
  math.randomseed(os.time())
  local json = { ["Content-Type"] = "application/json" }
  local patch = { ["Content-Type"] = "application/json", ["Accept"] = "application/json-patch+json" }
  local function post(id, fields, action)
    requests[#requests + 1] = wrk.format("POST", "/sessions/" .. id .. "/actions", fields, action)
  end
  if kind == "costly" then
    requests[1] = wrk.format("POST", sessions, json, assert(io.open(action, "rb")):read("*a"))
    return
  end
  for id in io.lines(sessions) do
    if kind == "small" then
      pause = tonumber(arguments[4])
      post(id, json, action)
    else
      requests[#requests + 1] = wrk.format("GET", "/sessions/" .. id)
      post(id, json, '"addButtonTapped"')
      post(id, patch, '"cancelAddItemButtonTapped"')
    end
  end
end

-- Spreads the requests over time.
function delay() return pause > 0 and math.random(0, 2 * pause) or 0 end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

-- RESULT requests seconds p50 p95 p99 slowest-in-microseconds broken refused late
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %.6f %d %d %d %d %d %d %d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(95),
    latency:percentile(99), latency.max, errors.connect + errors.read + errors.write, errors.status,
    errors.timeout))
end
