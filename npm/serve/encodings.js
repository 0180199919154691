// Chooses the content encoding. The Worker uses this module too, so it imports nothing from Node.

/** In order of preference. */
const PREFERRED = ["br", "gzip"];

/** Returns the best available encoding that the header `Accept-Encoding` accepts, or `identity`. */
export function chooseEncoding(acceptEncoding, available = PREFERRED) {
  const accepted = readAccepted(acceptEncoding ?? "");
  const accepts = (encoding) => (accepted.get(encoding) ?? accepted.get("*") ?? 0) > 0;
  return PREFERRED.find((encoding) => available.includes(encoding) && accepts(encoding)) ?? "identity";
}

function readAccepted(header) {
  const entries = header.toLowerCase().split(",").map((entry) => entry.split(";").map((part) => part.trim()));
  return new Map(entries.map(([encoding, ...parameters]) => [encoding, weight(parameters)]));
}

function weight(parameters) {
  const stated = parameters.find((parameter) => parameter.startsWith("q="));
  return stated === undefined ? 1 : Number(stated.slice(2)) || 0;
}
