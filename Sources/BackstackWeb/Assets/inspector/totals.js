// What the server tells in its metrics.

/** Returns the totals that metrics tell, and the time in seconds at which they were read. */
export function totals(metrics, time) {
  const sum = (name, labels = /^/) => metrics.split("\n").reduce((sum, line) => {
    const [, found, tags, value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
    return found === name && labels.test(tags ?? "") ? sum + Number(value) : sum;
  }, 0);
  return {
    time,
    actions: sum("backstack_actions_total"),
    requests: sum("http_requests_total"),
    errors: sum("http_requests_total", /status="5/) + sum("backstack_issues_total"),
    memory: sum("backstack_memory_bytes"),
  };
}

/** Returns what happened in each second between two times, in words; nothing without an earlier one. */
export function rates(before, after) {
  if (!before || after.time <= before.time) return [];
  return ["actions", "requests", "errors"].map((name) => {
    // Metrics begin again where the server has.
    const rate = Math.max(0, after[name] - before[name]) / (after.time - before.time);
    return `${rate && rate < 10 ? rate.toFixed(1) : Math.round(rate)} ${name}/s`;
  });
}
