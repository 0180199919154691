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

const PARAMETER = /\{[^}]+\}/g;

/** The routes without a parameter, by path. */
const fixed = new Map();
/** The routes whose only parameter is the last segment, by the path before it. */
const folders = new Map();
/** The other routes, with an expression for their paths. */
const others = [];
for (const route of ROUTES) addRoute(route);

function addRoute(route) {
  const folder = /^([^{]+)\{[^+}][^}]*\}$/.exec(route)?.[1];
  if (folder) folders.set(folder, route);
  else if (route.includes("{")) others.push([expressionOf(route), route]);
  else fixed.set(route, route);
}

function expressionOf(route) {
  const literal = route.replace(/[.$+]/g, "\\$&");
  const pattern = literal.replace(PARAMETER, (name) => (name.includes("+") ? ".+" : "[^/]+"));
  return new RegExp(`^${pattern}$`);
}

/**
 * Finds the route of a path. `isFile` returns whether the page has a file at the path. It is
 * called for each request, so it takes two look-ups for most paths.
 */
export function routeOf(path, isFile) {
  const route = find(IS_OTHERWISE.test(path) ? normalized(path) : path);
  return route ?? (isFile(path) ? FILE : UNKNOWN);
}

function find(path) {
  const route = fixed.get(path) ?? folders.get(path.slice(0, path.lastIndexOf("/") + 1));
  return route ?? others.find(([expression]) => expression.test(path))?.[1];
}

/** Every prefix of the API has the routes of `/api`. */
const PREFIX = /^\/(?:med|string-ids)(?=\/api\/)/;

/** Paths that are not as in the routes: with a prefix, percent-encoding, or a slash at the end. */
const IS_OTHERWISE = new RegExp(`%|.\\/$|${PREFIX.source}`);

/**
 * Makes a path without its prefix, percent-encoding, and the slash at its end, as in the core.
 */
function normalized(path) {
  const segments = path
    .replace(PREFIX, "")
    .replace(/(?<=.)\/$/, "")
    .split("/");
  return segments.map(decoded).join("/");
}

/** Reads a segment without percent-encoding. A segment that is not UTF-8 names no route. */
function decoded(segment) {
  try {
    return decodeURIComponent(segment).replaceAll("/", "%2F");
  } catch {
    return segment;
  }
}
