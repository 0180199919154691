// The settings of `serve`: the only place that knows their names, variables, kinds, defaults and
// help. A test compares the help of the command line and `docs/serve.md` with this table.
import { availableParallelism } from "node:os";

/** In days. */
const AGES = [1, 99_999];

/**
 * `value` is the placeholder in the help, for which a switch has none. `standard` describes a
 * default in words. `isShared` settings are passed on to the server processes.
 *
 * No variable is `PACK_LOOKUP_PORT` or starts with `PACK_LOOKUP_SERVICE_`: Kubernetes sets these in
 * every container next to a service that is named `pack-lookup`.
 */
export const SETTINGS = [
  {
    name: "dataset",
    value: "FILE",
    variable: "PACK_LOOKUP_DATASET",
    kind: "path",
    noun: "a dataset",
    standard: "PACK_LOOKUP_DATASET, packs.bin, build/packs.bin or demonstration data",
    help: "Dataset to serve",
  },
  {
    name: "release",
    value: "ZIP",
    variable: "PACK_LOOKUP_RELEASE",
    kind: "path",
    noun: "a release",
    help: "Release to build a dataset from, and to serve",
  },
  {
    name: "partial",
    variable: "PACK_LOOKUP_PARTIAL",
    kind: "switch",
    help: "Serve an incomplete release, or one with files of different weeks; every response warns of it",
  },
  {
    name: "demo",
    variable: "PACK_LOOKUP_DEMO",
    kind: "switch",
    help: "Serve demonstration data to other machines, if there is no dataset",
  },
  {
    name: "port",
    value: "N",
    variable: "PACK_LOOKUP_LISTEN_PORT",
    kind: "number",
    range: [0, 65_535],
    default: 8787,
    help: "Port",
  },
  {
    name: "host",
    value: "ADDRESS",
    variable: "PACK_LOOKUP_LISTEN_HOST",
    kind: "host",
    default: "127.0.0.1",
    help: "Address to listen on; 0.0.0.0 accepts connections from other machines",
  },
  {
    name: "workers",
    value: "N",
    variable: "PACK_LOOKUP_WORKERS",
    kind: "number",
    range: [1, 65_535],
    default: availableParallelism(),
    standard: "one per processor",
    help: "Number of processes",
  },
  {
    name: "allow_rollback",
    variable: "PACK_LOOKUP_ALLOW_ROLLBACK",
    kind: "switch",
    help: "Take over an older release, or demonstration data in place of real data, while running",
  },
  {
    name: "description",
    value: "FILE",
    variable: "PACK_LOOKUP_DESCRIPTION",
    kind: "path",
    noun: "a file",
    help: "Description that must name the dataset: the dataset.json of who publishes it",
  },
  {
    name: "public_key",
    value: "KEY",
    variable: "PACK_LOOKUP_PUBLIC_KEYS",
    kind: "public_keys",
    noun: "a public key",
    help: "Public key that must have signed the description: base64, or a file in PEM",
  },
  {
    name: "old_after",
    value: "DAYS",
    variable: "PACK_LOOKUP_OLD_AFTER_DAYS",
    kind: "number",
    noun: "a number of days",
    range: AGES,
    default: 14,
    isShared: true,
    help: "Age of the release in days from which on every response says that its data are old",
  },
  {
    name: "unready_after",
    value: "DAYS",
    variable: "PACK_LOOKUP_UNREADY_AFTER_DAYS",
    kind: "number",
    noun: "a number of days",
    range: AGES,
    standard: "none",
    isShared: true,
    help: "Age of the release in days beyond which /readyz answers with 503",
  },
  {
    name: "history",
    value: "DIR",
    variable: "PACK_LOOKUP_HISTORY_DIR",
    kind: "path",
    noun: "a folder",
    help: "Folder in which to keep what changed from release to release, for /api/changes",
  },
  {
    name: "origin",
    value: "ORIGIN",
    variable: "PACK_LOOKUP_ORIGIN",
    kind: "origin",
    standard: "from the header Host",
    isShared: true,
    help: "Origin under which clients reach the server, such as https://packs.example.org",
  },
  {
    name: "base_path",
    value: "PATH",
    variable: "PACK_LOOKUP_BASE_PATH",
    kind: "base_path",
    standard: "none",
    isShared: true,
    help: "Path under which clients reach the server behind a proxy, such as /dmd, whether the proxy removes it or not",
  },
  {
    name: "mcp_origins",
    value: "ORIGINS",
    variable: "PACK_LOOKUP_MCP_ORIGINS",
    kind: "origins",
    isShared: true,
    help: "Origins of other pages that may call /mcp, separated by commas or spaces",
  },
  {
    name: "robots",
    value: "FILE",
    variable: "PACK_LOOKUP_ROBOTS",
    kind: "file",
    noun: "a file",
    isShared: true,
    help: "File that replaces /robots.txt",
  },
  {
    name: "security_contact",
    value: "URI",
    variable: "PACK_LOOKUP_SECURITY_CONTACT",
    kind: "contact",
    isShared: true,
    help: "Contact in /.well-known/security.txt, such as mailto:security@example.org",
  },
  {
    name: "metrics",
    value: "ADDRESS",
    variable: "PACK_LOOKUP_METRICS",
    kind: "address",
    standard: "none",
    isShared: true,
    help: "Address and port of /metrics for Prometheus, such as 127.0.0.1:9464",
  },
  {
    name: "log",
    value: "FORMAT",
    variable: "PACK_LOOKUP_LOG",
    kind: "choice",
    choices: ["text", "json"],
    default: "text",
    isShared: true,
    help: "Format of the log: text, or json for an object per line",
  },
  {
    name: "settings",
    value: "FILE",
    variable: "PACK_LOOKUP_SETTINGS",
    kind: "path",
    noun: "a file",
    help: "JSON file with settings by name; flags and variables override it",
  },
];

/** The settings by name. */
export const settingsByName = new Map(SETTINGS.map((row) => [row.name, row]));

/** Finds the flag of a setting: `--old-after`. */
export const flagOf = ({ name }) => `--${name.replaceAll("_", "-")}`;
