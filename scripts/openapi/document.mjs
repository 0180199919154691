// Generates the OpenAPI 3.1 document of the HTTP API and the API catalogue that links to it, in
// www/public. The examples are responses of the module in npm/, which must be built.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paths, root } from "../common/project.mjs";
import { examplesOf } from "./examples.mjs";
import { responses } from "./operations.mjs";
import { parameters } from "./parameters.mjs";
import { pathsOf } from "./paths.mjs";
import { headers } from "./responses.mjs";
import { schemas } from "./schemas.mjs";

/** The version of the API, not of the program: docs/stability.md defines when it changes. */
const INFO = {
  title: "Pack Lookup",
  version: "1.2.0",
  summary: "Which UK medicine pack does this barcode belong to?",
  description:
    "Looks up packs of the NHS dictionary of medicines and devices (dm+d) by GTIN, by AMPP " +
    "code, or by name. The API is read-only and needs no key. Every path is also served under " +
    "`/med`, and under `/string-ids` with dm+d codes as strings. " +
    "Each response names its dm+d release and allows any origin. Unknown parameters are " +
    "ignored. A repeated parameter is an error. A trailing slash is allowed.\n\n" +
    "You must show the text of `Dataset-Notice` to people. If several packs have carried a " +
    "GTIN, the API returns the latest use and reports the others: show that too.",
  license: {
    name: "Open Government Licence v3.0 (the data)",
    url: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/",
  },
};

/**
 * The document. Its examples are responses of `packs`, opened with the demonstration data,
 * and of `changed`, opened with the dataset of the cases, which has a history.
 */
const documentOf = (packs, changed) => ({
  openapi: "3.1.0",
  info: INFO,
  servers: [
    { url: "/", description: "The origin of this document." },
    { url: "/med", description: "The same API under another prefix." },
    {
      url: "/string-ids",
      description:
        "The same API with `ids=string` as the default, for clients whose JSON parser rounds " +
        "large integers.",
    },
  ],
  security: [],
  tags: [
    { name: "Look up", description: "Look up packs and concepts, as JSON." },
    { name: "Service", description: "Information about the service." },
    { name: "Pages", description: "Web pages of packs, for people." },
  ],
  paths: pathsOf(examplesOf(packs, changed)),
  components: { schemas, parameters, headers, responses },
});

/** The API catalogue of this origin (RFC 9727), as a link set (RFC 9264). */
const catalog = {
  linkset: [
    {
      anchor: "/api/",
      "service-desc": [{ href: "/openapi.json", type: "application/openapi+json" }],
      "service-doc": [{ href: "/docs", type: "text/html" }],
      status: [{ href: "/api/about", type: "application/json" }],
      license: [
        { href: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/" },
      ],
    },
  ],
};

/** The content of each generated file by its path. */
export async function generatedFiles() {
  const { PackLookup } = await import("../../npm/core.js");
  const packs = await PackLookup.open(paths.demoDataset);
  const changed = await PackLookup.open(paths.testDataset, { history: paths.testHistory });
  const at = (...parts) => join(root, "www", "public", ...parts);
  return new Map([
    [at("openapi.json"), `${layOut(documentOf(packs, changed))}\n`],
    [at(".well-known", "api-catalog"), `${JSON.stringify(catalog, null, 1)}\n`],
  ]);
}

const LINE = 100;

/** Formats JSON in which a value has a line to itself if it fits into one. */
function layOut(value, indent = "") {
  const line = formatExact(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE)
    return line;
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((part) => inner + layOut(part, inner))
    : Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => `${inner}${JSON.stringify(key)}: ${layOut(part, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** Writes the generated files. */
export async function writeOpenApi() {
  for (const [file, content] of await generatedFiles()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Formats JSON. A `bigint` becomes an integer: pack ids have more digits than a number can hold. */
const formatExact = (value) =>
  JSON.stringify(value, (_key, part) =>
    typeof part === "bigint" ? JSON.rawJSON(String(part)) : part,
  );
