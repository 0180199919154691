// The kinds of settings: how the text of a value is read, and what it must be.
import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { isBasePath } from "../api/check.js";
import { readOrigins, isContact } from "../http/security.js";
import { readPublicKeys } from "../api/public-keys.js";

/**
 * By name: `read` returns the value of a text, or `undefined` if the text has none. `rule`
 * completes the message about such a text. `json` is the type in a settings file; a text is always
 * possible.
 */
export const KINDS = {
  path: textThat(isText, "it must be a path"),
  file: textThat(isFile, "there is no such file"),
  switch: { read: readSwitch, rule: () => "it must be true or false", json: "boolean" },
  number: { read: readNumber, rule: ruleOfNumber, json: "number" },
  choice: { read: readChoice, rule: ({ choices }) => `it must be ${choices.join(" or ")}` },
  host: textThat(isHost, "it must be an address or a name, without a scheme and a port"),
  address: textThat(addressOf, "it must be an address and a port, such as 127.0.0.1:9464"),
  origin: textThat(
    isOrigin,
    "it must be an origin, such as https://packs.example.org: a scheme and a host in lower case, and a port that is not the default, without a user name, a path, a query and a fragment",
  ),
  base_path: textThat(
    isBasePath,
    "it must be a path such as /dmd, without a slash at its end, and not one of the interface",
  ),
  origins: textThat(
    areOrigins,
    "it must list origins, such as https://packs.example.org, separated by commas or spaces, without a path",
  ),
  public_keys: {
    read: readKeys,
    rule: () => "it must be an Ed25519 key in base64, or the file of one in PEM",
  },
  contact: textThat(isContact, "it must start with https://, mailto: or tel:"),
};

/** Finds the kind of the texts for which `isValid` returns true. */
function textThat(isValid, rule) {
  return { read: (text) => (isValid(text) ? text : undefined), rule: () => rule };
}

function isText() {
  return true;
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile();
}

function readSwitch(text) {
  if (text === "true") return true;
  return text === "false" ? false : undefined;
}

function readChoice(text, { choices }) {
  return choices.includes(text) ? text : undefined;
}

/** Reads the public keys that a text has, or the file that it names. */
function readKeys(text) {
  return keysOf(text) ?? (isFile(text) ? keysOf(readFileSync(text, "utf8")) : undefined);
}

/** Reads a text of public keys, or `undefined` if it has others. */
function keysOf(text) {
  try {
    readPublicKeys(text);
    return text;
  } catch {
    return undefined;
  }
}

function readNumber(text, { range: [least, most] }) {
  const number = Number(text);
  const isInRange = number >= least && number <= most;
  return /^(?:0|[1-9]\d*)$/.test(text) && isInRange ? number : undefined;
}

function ruleOfNumber({ noun = "a whole number", range: [least, most] }) {
  return `it must be ${noun} from ${least} to ${most.toLocaleString("en")}`;
}

const NAME = /^[\w.-]+$/;

function isHost(text) {
  return isIP(text) > 0 || NAME.test(text);
}

const ADDRESS = /^(?:\[(?<ip6>[^\]]+)\]|(?<name>[\w.-]+)):(?<port>\d{1,5})$/;
const MAX_PORT = 65_535;

/** Reads host and port of an address such as `127.0.0.1:9464`, or `undefined` for other texts. */
export function addressOf(text) {
  const { ip6, name, port } = ADDRESS.exec(text)?.groups ?? {};
  const isAddress = Number(port) <= MAX_PORT && (name !== undefined || isIP(ip6) === 6);
  return isAddress ? { host: ip6 ?? name, port: Number(port) } : undefined;
}

/** What the core accepts as the host of an origin (`src/origin.rs`). */
const ORIGIN_HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/;

/** Reports whether a text is an origin as browsers send it: no other text would equal theirs. */
function isOrigin(text) {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && origin === text && ORIGIN_HOST.test(hostname);
}

/** Origins of extensions differ from the URL standard: `chrome-extension://abc`. */
const OTHER_ORIGIN = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[\w.-]+$/;

function areOrigins(text) {
  const origins = readOrigins(text);
  return origins.length > 0 && origins.every((one) => isOrigin(one) || OTHER_ORIGIN.test(one));
}
