// Requests to the inspector's interface.
import { parse } from "../client/exact.js";

/** A request that failed; `status` is 0 if the server could not be reached. */
export class RequestError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `The server answered with status ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

const folder = "/inspector/api/";

/**
 * The interface with a key; `request(path, { method, content, fields, signal })` returns a response, `read` its
 * content, and `url(path)` the URL of a request.
 */
export function connect(key) {
  const request = async (path, { method, content, fields, signal } = {}) => {
    const headers = { Authorization: `Bearer ${key}`, ...fields };
    if (content !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(folder + path, {
        method: method ?? (content === undefined ? "GET" : "POST"), headers, body: content, signal,
        // The number of effects changes without the version, and so without the ETag.
        cache: "no-store",
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new RequestError(0, { detail: "The server can't be reached." });
    }
    if (response.ok || response.status === 304) return response;
    const problem = await response.json().catch(() => ({}));
    throw new RequestError(response.status, problem);
  };
  const read = async (path, options) => parse(await (await request(path, options)).text());
  const url = (path) => new URL(folder + path, location.href).href;
  return { request, read, url };
}

/** Returns a path with the parameters that have a value. */
export function withQuery(path, parameters) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ""));
  return query.size ? `${path}?${query}` : path;
}
