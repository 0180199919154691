// Compares two OpenAPI documents, and returns in words each promise of docs/stability.md that the second one breaks.

const METHODS = ["get", "head", "options"];

export function breaks(before, after) {
  const servers = gone(before.servers.map(({ url }) => url), after.servers.map(({ url }) => url), "server");
  return [...servers, ...Object.keys(before.paths).flatMap((path) => pathBreaks(path, { before, after }))];
}

const gone = (before, after, what) => before.filter((one) => !after.includes(one)).map((one) => `${what}: ${one} is gone`);

function pathBreaks(path, documents) {
  const [before, after] = both(documents, ({ paths }) => paths[path]);
  if (!after) return [`${path} is gone`];
  return METHODS.filter((method) => before[method]).flatMap((method) => {
    const at = `${method} ${path}`;
    return after[method] ? operationBreaks(at, documents, before[method], after[method]) : [`${at} is gone`];
  });
}

const both = ({ before, after }, part) => [part(before), part(after)];

function operationBreaks(at, documents, before, after) {
  return [
    ...parameterBreaks(at, documents, before.parameters, after.parameters),
    ...Object.keys(before.responses).flatMap((status) => responseBreaks(`${at} ${status}`, documents, before.responses[status], after.responses[status])),
  ];
}

function resolve(document, part) {
  if (!part?.$ref) return part;
  return resolve(document, part.$ref.slice(2).split("/").reduce((found, key) => found?.[key], document));
}

function parameterBreaks(at, documents, before, after) {
  const named = (document, list) => new Map(list.map((one) => resolve(document, one)).map((one) => [`${one.in} ${one.name}`, one]));
  const [was, is] = [named(documents.before, before), named(documents.after, after)];
  const added = [...is].filter(([key, { required }]) => required && !was.get(key)?.required).map(([key]) => `${at}: ${key} is required`);
  const changed = [...was].flatMap(([key, one]) => (is.has(key) ? taken(`${at}: ${key}`, one.schema, is.get(key).schema) : [`${at}: ${key} is gone`]));
  return [...added, ...changed];
}

/** The bounds, with whether the second document accepts every value that the first one accepts. */
const BOUNDS = {
  maximum: (was, is) => is === undefined || (was !== undefined && is >= was),
  maxLength: (was, is) => is === undefined || (was !== undefined && is >= was),
  maxItems: (was, is) => is === undefined || (was !== undefined && is >= was),
  minimum: (was, is) => is === undefined || (was !== undefined && is <= was),
  minLength: (was, is) => is === undefined || (was !== undefined && is <= was),
  minItems: (was, is) => is === undefined || (was !== undefined && is <= was),
  pattern: (was, is) => is === undefined || is === was,
  type: (was, is) => is === undefined || [was].flat().every((type) => [is].flat().includes(type)),
  enum: (was, is) => is === undefined || (was ?? [undefined]).every((word) => is.includes(word)),
  default: (was, is) => is === was,
};

/** Compares what clients send: every accepted value is still accepted, and an omitted one means the same. */
function taken(at, before, after) {
  const narrower = Object.keys(BOUNDS).filter((bound) => !BOUNDS[bound](before[bound], after[bound]));
  return narrower.map((bound) => `${at}: ${bound} was ${shown(before[bound])}, and is ${shown(after[bound])}`);
}

const shown = (value) => [value ?? "nothing"].flat().join(", ");

function responseBreaks(at, documents, one, other) {
  const [before, after] = [resolve(documents.before, one), resolve(documents.after, other)];
  if (!after) return [`${at} is gone`];
  return [...headerBreaks(at, documents, before.headers, after.headers), ...bodyBreaks(at, documents, before.content, after.content)];
}

function headerBreaks(at, documents, before = {}, after = {}) {
  const sure = (document, headers, name) => resolve(document, headers[name])?.required === true;
  return Object.keys(before).flatMap((name) => {
    if (!after[name]) return [`${at}: header ${name} is gone`];
    const isLess = sure(documents.before, before, name) && !sure(documents.after, after, name);
    return isLess ? [`${at}: header ${name} does not always come`] : [];
  });
}

function bodyBreaks(at, documents, before = {}, after = {}) {
  return Object.keys(before).flatMap((type) => (after[type] ? given(`${at} ${type}`, documents, before[type].schema, after[type].schema) : [`${at}: ${type} is gone`]));
}

/** Compares what clients receive: nothing on which they may rely has changed. */
function given(at, documents, one, other) {
  const [before, after] = [resolve(documents.before, one), resolve(documents.after, other)];
  if (!after) return [`${at} is gone`];
  return [...valueBreaks(at, before, after), ...fieldBreaks(at, documents, before, after), ...partBreaks(at, documents, before, after)];
}

function valueBreaks(at, before, after) {
  const types = (schema) => [schema.type ?? []].flat();
  const more = types(after).filter((type) => !types(before).includes(type)).concat(types(before).length > 0 && types(after).length === 0 ? ["anything"] : []);
  const typed = more.map((type) => `${at}: type may be ${type}`);
  const format = before.format === after.format ? [] : [`${at}: format was ${shown(before.format)}, and is ${shown(after.format)}`];
  return [...typed, ...format, ...gone(before.enum ?? [], after.enum ?? before.enum ?? [], at)];
}

function fieldBreaks(at, documents, { properties = {}, required = [] }, { properties: other = {}, required: still = [] }) {
  const kept = Object.keys(properties).filter((name) => name in other);
  const order = Object.keys(other).filter((name) => name in properties);
  return [
    ...gone(Object.keys(properties), Object.keys(other), at),
    ...required.filter((name) => name in other && !still.includes(name)).map((name) => `${at}: ${name} may be absent`),
    ...(kept.join() === order.join() ? [] : [`${at}: the fields have another order`]),
    ...kept.flatMap((name) => given(`${at}.${name}`, documents, properties[name], other[name])),
  ];
}

function partBreaks(at, documents, before, after) {
  const items = before.items ? given(`${at}[]`, documents, before.items, after.items) : [];
  const variants = (before.oneOf ?? []).flatMap((one, place) => given(`${at}|${place}`, documents, one, after.oneOf?.[place]));
  return [...items, ...variants];
}

/** Words for people, which are not part of the promise. */
const WORDS = new Set(["description", "summary", "title", "example"]);
const withoutWords = (document) => JSON.stringify(document, (key, value) => (WORDS.has(key) || key === "info" ? undefined : typeof value === "bigint" ? String(value) : value));

/** Returns whether the new version suits the change: any later one for words, and a new minor version for any other compatible change. */
export function owedVersion(before, after) {
  const parts = (version) => version.split(".").map(Number);
  const [major, minor] = parts(before.info.version);
  const isSame = withoutWords(before) === withoutWords(after);
  return (version) => {
    const [next, nextMinor] = parts(version);
    return next === major && (isSame ? nextMinor >= minor : nextMinor > minor);
  };
}
