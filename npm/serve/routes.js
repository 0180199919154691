// The routes of the server. Metrics and the log name a request by its route, which is one of these
// texts and never a part of the request.

/** `{name}` is one segment of a path, and `{+name}` is the rest of it. */
export const ROUTES = [
  "/",
  "/.well-known/gs1resolver",
  "/.well-known/security.txt",
  "/01/{+link}",
  "/api/about",
  "/api/amp/{id}",
  "/api/ampp/{id}",
  "/api/changes",
  "/api/changes.atom",
  "/api/check-list",
  "/api/filters",
  "/api/gtin",
  "/api/gtin/{gtin}",
  "/api/search",
  "/api/suggest",
  "/api/vmp/{id}",
  "/api/vmpp/{id}",
  "/api/vtm/{id}",
  "/assets/{file}",
  "/data-quality",
  "/data-quality.csv",
  "/data-quality.html",
  "/data-quality.json",
  "/dataset.json",
  "/dataset/{file}",
  "/fhir",
  "/fhir/CodeSystem",
  "/fhir/CodeSystem/$lookup",
  "/fhir/CodeSystem/$subsumes",
  "/fhir/CodeSystem/$validate-code",
  "/fhir/CodeSystem/{id}",
  "/fhir/ConceptMap",
  "/fhir/ConceptMap/$translate",
  "/fhir/ConceptMap/{id}",
  "/fhir/Medication",
  "/fhir/Medication/_search",
  "/fhir/Medication/{id}",
  "/fhir/ValueSet",
  "/fhir/ValueSet/$expand",
  "/fhir/ValueSet/$validate-code",
  "/fhir/ValueSet/{id}",
  "/fhir/ValueSet/{id}/$expand",
  "/fhir/ValueSet/{id}/$validate-code",
  "/fhir/metadata",
  "/healthz",
  "/history.bin",
  "/livez",
  "/mcp",
  "/med/ampp/ampp/{page}",
  "/med/ampp/pack.css",
  "/med/gtin/{gtin}",
  "/opensearch.xml",
  "/readyz",
];

/** The route of the other files of the page. */
export const FILE = "/{file}";

/** The route of all other paths. */
export const UNKNOWN = "unknown";

/** Every prefix of the API has the routes of `/api`. */
const PREFIXES = ["med", "string-ids"];

const tree = newNode();
for (const route of ROUTES) insert(route);

/** Returns the route of a path. `isFile` returns whether the page has a file at the path. */
export function routeOf(path, isFile) {
  const route = path.startsWith("/") ? find(path.split("/")) : undefined;
  return route ?? (isFile(path) ? FILE : UNKNOWN);
}

function newNode() {
  return { children: new Map(), route: undefined };
}

/** Inserts a route. A segment in braces is the child `{` or `{+`, whatever its name is. */
function insert(route) {
  const segments = route.split("/");
  let node = tree;
  for (let index = 1; index < endOf(segments); index += 1) {
    const name = /^\{\+?/.exec(segments[index])?.[0] ?? segments[index];
    node = childFor(node, name);
  }
  node.route = route;
}

function childFor({ children }, name) {
  if (!children.has(name)) children.set(name, newNode());
  return children.get(name);
}

/** Returns the route of the segments of a path, or `undefined`. The first segment is empty. */
function find(segments) {
  const end = endOf(segments);
  let node = tree;
  for (let index = startOf(segments); index < end; index += 1) {
    const { children } = node;
    if (children.has("{+")) return children.get("{+").route;
    node = children.get(decoded(segments[index])) ?? children.get("{");
    if (node === undefined) return undefined;
  }
  return node.route;
}

/** Returns the index after the last segment. One slash at the end has no effect, as in the core. */
function endOf(segments) {
  const isSlashed = segments.length > 1 && segments.at(-1) === "";
  return isSlashed ? segments.length - 1 : segments.length;
}

/** Returns the index of the first segment after the prefix of the API. */
const startOf = ([, first, second]) => (second === "api" && PREFIXES.includes(first) ? 2 : 1);

/** Returns a segment without percent-encoding. A segment that is not UTF-8 names no route. */
function decoded(segment) {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
