// Which encoding of a file somebody gets. The Worker asks here too, so nothing of Node is used.

/** The best first. */
const PREFERRED = ["br", "gzip"];

/** Of the encodings that there are the best one that the header `Accept-Encoding` accepts, else `identity`. */
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
