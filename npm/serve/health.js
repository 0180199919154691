// What monitors ask: `/livez` whether a process answers, `/readyz` whether its data may be used,
// and `/healthz` everything about them.
import { settingOf } from "../node/settings-reader.js";

/**
 * Returns `{ status, value }` for the path of a monitor, or `undefined` for another one. `serving`
 * is what a process serves.
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
  const limit = settingOf("unready_after");
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
