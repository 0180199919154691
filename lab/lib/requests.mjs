// A mix of typical requests: half are GTINs, and one in a hundred is malformed.
import { createRequire } from "node:module";

const MALFORMED = ["/api/gtin/12", "/api/gtin/abc", "/api/gtin/%ff", "/api/search?q=%ff", "/api/search?q=a&limit=-1", "/api/search?sort=odd&q=a", "/api/%00", "/api/gtin/4006381333932", `/api/search?q=${"i%20".repeat(400)}`, "/api/none"];
const EACH = 100;

/** Returns the requests with their allowed status codes. A GTIN of the release may have no pack in use. */
export function mixedRequests({ names, gtins }) {
  const good = Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? gtin(gtins, at / 2) : search(names, (at - 1) / 2)));
  return good.map((request, at) => (at % EACH === EACH - 1 ? malformed((at + 1) / EACH) : request));
}

const at = (list, place) => list[place % list.length];
const gtin = (gtins, place) => ({ path: `/api/gtin/${at(gtins, place)}`, expected: [200, 404] });
const search = (names, place) => ({ path: `/api/search?q=${encodeURIComponent(at(names, place).text)}`, expected: [200] });
const malformed = (place) => ({ path: at(MALFORMED, place), expected: [400, 404, 414] });

/** The load generator. Only the packages of lab/peers include it. */
export const autocannon = () => createRequire(new URL("../peers/package.json", import.meta.url))("autocannon");
