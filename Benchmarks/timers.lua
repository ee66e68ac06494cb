-- The requests that wrk sends to sessions with timers, and to the other sessions.
--
--   wrk … -s timers.lua URL -- start COUNT FILE   creates sessions, starts a timer in each, and appends
--                                                 their ids to FILE.NUMBER, a file for each thread; at the
--                                                 end, each thread writes its number of sessions to
--                                                 FILE.NUMBER.done
--   wrk … -s timers.lua URL -- act FILE PAUSE     POSTs an action to the sessions in a file in turn, on each
--                                                 connection PAUSE milliseconds after its last response
--
-- WRK_THREADS is the number of wrk's threads.

local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
  thread:set("thread_count", tonumber(os.getenv("WRK_THREADS")))
end

local function element(action)
  return '{"path":{"element":{"id":0,"action":{"counter":"' .. action .. '"}}}}'
end

local json = { ["Content-Type"] = "application/json", ["Prefer"] = "return=minimal" }
-- Far below the number at which a counter dismisses itself.
local creation = '{"feature":"counters","state":{"path":[{"counter":{"count":-100000000}}]}}'
local mode, share, path, file, pause
local created, turn, sessions, idle = 0, 0, {}, {}
failures, started = 0, 0

function init(arguments)
  mode = arguments[1]
  if mode == "start" then
    share = math.floor(tonumber(arguments[2]) / thread_count)
    if number < tonumber(arguments[2]) % thread_count then share = share + 1 end
    path = arguments[3] .. "." .. number
    file = io.open(path, "w")
  else
    local line = 0
    for id in io.lines(arguments[2]) do
      if line % thread_count == number then sessions[#sessions + 1] = id end
      line = line + 1
    end
    pause = tonumber(arguments[3])
  end
end

function delay() return pause or 0 end

function request()
  if mode == "act" then
    turn = turn % #sessions + 1
    return wrk.format(
      "POST", "/sessions/" .. sessions[turn] .. "/actions", json, element("decrementButtonTapped"))
  end
  -- wrk discards the first request.
  turn = turn + 1
  if turn == 1 then return wrk.format("GET", "/livez") end
  local id = table.remove(idle)
  if id then
    return wrk.format(
      "POST", "/sessions/" .. id .. "/actions", json, element("startTimerButtonTapped"))
  end
  if created < share then
    created = created + 1
    return wrk.format("POST", "/sessions", json, creation)
  end
  -- The other requests of this thread have no response yet.
  return wrk.format("GET", "/livez")
end

function response(status, fields, body)
  if status >= 300 then failures = failures + 1 end
  if mode ~= "start" then return end
  local id = (fields["Location"] or ""):match("/sessions/(%x+)")
  if id then
    idle[#idle + 1] = id
    file:write(id, "\n")
  elseif status == 204 then
    started = started + 1
    if started == share then
      file:close()
      local done = io.open(path .. ".done", "w")
      done:write(started, "\n")
      done:close()
      wrk.thread:stop()
    end
  end
end

-- RESULT requests seconds median-in-microseconds p99 worst failures broken late started
function done(summary, latency)
  local errors, failed, begun = summary.errors, 0, 0
  for _, thread in ipairs(threads) do
    failed = failed + thread:get("failures")
    begun = begun + thread:get("started")
  end
  io.write(string.format("RESULT %d %.6f %d %d %d %d %d %d %d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
    latency.max, failed, errors.connect + errors.read + errors.write, errors.timeout, begun))
end
