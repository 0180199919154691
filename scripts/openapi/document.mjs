// The OpenAPI 3.1 document of the HTTP API. Its examples are responses of `packs`, with the demonstration data.
import { headers } from "./headers.mjs";
import { parameters, pathsOf, responses } from "./paths.mjs";
import { parseExact } from "./exact.mjs";
import { schemas } from "./schemas.mjs";

/** A GTIN, a re-used GTIN, and a mistyped one. */
const CODES = ["9521234567899", "9521001000017", "9521001000018"];

/** The version of the API, not of the program: docs/stability.md defines when it changes. */
const INFO = {
  title: "Pack Lookup",
  version: "1.1.0",
  summary: "Which UK medicine pack does this barcode belong to?",
  description:
    "Packs of the NHS dictionary of medicines and devices (dm+d) by GTIN, by AMPP code, or by the name as people type it. Keyless and read-only; every path is also served under `/med`. " +
    "Every answer names the release that it comes from, and allows any origin. Unknown parameters are ignored, known ones that are given twice refused; a trailing slash is tolerated.\n\n" +
    "`Dataset-Notice` is a sentence that people must be shown. Where a barcode has been on several packs, the interface tells the latest and says that there are others: show that too.",
  license: { name: "Open Government Licence v3.0 (the data)", url: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/" },
};

export const documentOf = (packs) => ({
  openapi: "3.1.0",
  info: INFO,
  servers: [
    { url: "/", description: "Where this document is." },
    { url: "/med", description: "The same, under the other prefix." },
  ],
  security: [],
  tags: [
    { name: "Look up", description: "Packs, as JSON." },
    { name: "Service", description: "What answers." },
    { name: "Pages", description: "For people." },
  ],
  paths: pathsOf(examplesOf(packs)),
  components: { schemas, parameters, headers, responses },
});

function examplesOf(packs) {
  const ask = (path, query = "") => parseExact(new TextDecoder().decode(packs.respond({ path, query }).body));
  const pack = ask(`/api/gtin/${CODES[0]}`);
  const about = ask("/api/about");
  const ampp = ask(`/api/ampp/${pack.pack_id}`);
  const ids = { ampp: String(pack.pack_id), ...Object.fromEntries(["amp", "vmpp", "vmp", "vtm"].map((kind) => [kind, String(ampp.dmd[kind].id)])) };
  const concept = (kind) => ask(`/api/${kind}/${ids[kind]}`, "limit=1");
  return {
    codes: CODES,
    pack,
    ids,
    ampp,
    amp: concept("amp"),
    vmpp: concept("vmpp"),
    vmp: concept("vmp"),
    vtm: concept("vtm"),
    many: ask("/api/gtin", `codes=${CODES}`),
    found: ask("/api/search", "q=amlod+5&limit=2"),
    suggested: ask("/api/suggest", "q=amlod&limit=3"),
    // Digest and version change with every release, and the age every day, so the example has fixed values.
    about: { ...about, version: "1.0.0", dataset: { ...about.dataset, digest: "0".repeat(64), age_days: 3 } },
    page: pack.url.split("/").at(-1),
  };
}
