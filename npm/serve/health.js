// What monitors ask: `/livez` whether a process answers, `/readyz` whether its data may be used, and
// `/healthz` everything about them.
import { UserError } from "../cli/messages.js";

/** The environment variables with ages in days: of old data, and of data that may not be used. */
export const OLD_AFTER = "PACK_LOOKUP_OLD_AFTER_DAYS";
export const UNREADY_AFTER = "PACK_LOOKUP_UNREADY_AFTER_DAYS";

/** Returns the age in days in a variable, or `undefined` if it is not set. */
export function ageIn(environment, name) {
  const text = environment[name];
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UserError(
    `${name} is ${text || "empty"}; it must be a number of days from 1 to 99,999`,
  );
}

/**
 * Returns `{ status, value }` for the path of a monitor, or `undefined` for another one. `serving` is
 * what a process serves.
 */
export function healthOf(path, serving) {
  switch (path) {
    case "/livez":
      return { status: 200, value: { status: "ok" } };
    case "/readyz":
      return readiness(serving.packs.about.dataset);
    case "/healthz":
      return { status: 200, value: health(serving) };
    default:
      return undefined;
  }
}

function readiness({ release, age_days: age }) {
  const limit = ageIn(process.env, UNREADY_AFTER);
  if (limit === undefined || age <= limit)
    return { status: 200, value: { status: "ok", release, age_days: age } };
  const reason = `the release is ${age} days old, and the limit is ${limit}`;
  return { status: 503, value: { status: "old", release, age_days: age, reason } };
}

function health({ packs, dataset, loaded, refusal = null, since }) {
  const { release, date, age_days: age, packs: count } = packs.about.dataset;
  return {
    status: "ok",
    release,
    date,
    age_days: age,
    packs: count,
    sha256: dataset.sha256,
    loaded: new Date(loaded).toISOString(),
    last_refusal: refusal,
    uptime_seconds: Math.floor((Date.now() - since) / 1000),
  };
}
