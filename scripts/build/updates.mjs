// Makes updates for the page, from earlier deployed releases to the new one. Earlier releases are in a folder that git ignores. Without it there
// are no updates, and every device downloads the whole dataset.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UpdateError } from "../../npm/import.js";
import { isWorthIt, updateBetween } from "../../npm/serve/updates.js";
import { paths } from "../common/project.mjs";

/** The number of stored releases. A device with an older one downloads the whole dataset. */
const KEPT = 8;

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * `000012-2025-08-14-<digest>.bin` is the twelfth deployed release. The number gives the order on any machine, where file times differ. The
 * earliest files have no number.
 */
const NAME = /^(?:(\d{6})-)?\d{4}-\d{2}-\d{2}-([0-9a-f]{64})\.bin$/;

/** Returns the stored releases, the latest deployment first. */
function keptFiles(folder) {
  if (!existsSync(folder)) return [];
  const named = readdirSync(folder).filter((name) => NAME.test(name)).sort().reverse().map(fileOf);
  return named.sort((one, other) => other.number - one.number);
}

function fileOf(name) {
  const [, number = 0, digest] = name.match(NAME);
  return { name, number: Number(number), digest };
}

/** Stores a deployed release for later updates, and deletes all but the last eight. */
export function keepRelease(bytes, { release_date }, folder = paths.releases) {
  mkdirSync(folder, { recursive: true });
  const before = keptFiles(folder);
  const digest = sha256(bytes);
  const number = String((before[0]?.number ?? 0) + 1).padStart(6, "0");
  writeFileSync(join(folder, `${number}-${release_date}-${digest}.bin`), bytes);
  const others = before.filter((file) => file.digest !== digest).slice(0, KEPT - 1);
  before.filter((file) => !others.includes(file)).forEach(({ name }) => rmSync(join(folder, name)));
}

/** Returns the kept releases, the latest deployment first. A file whose digest differs from its name is omitted. */
export function keptReleases(folder = paths.releases) {
  const releases = keptFiles(folder).map(({ name, digest }) => ({ digest, bytes: readFileSync(join(folder, name)) }));
  return releases.filter(({ digest, bytes }) => sha256(bytes) === digest);
}

/** Writes updates from the stored releases beside the dataset, and lists them in `dataset.json`. Returns the list. */
export async function publishUpdates(bytes, folder, kept = keptReleases()) {
  const file = join(folder, "dataset.json");
  const release = JSON.parse(readFileSync(file, "utf8"));
  const made = [];
  for (const before of kept.filter(({ digest }) => digest !== release.sha256)) made.push(await updateFrom(before, bytes, release));
  const updates = made.filter((update) => update && isWorthIt(update, release.download_bytes)).map(({ compressed, ...update }) => {
    writeFileSync(join(folder, update.url), compressed);
    return update;
  });
  writeFileSync(file, JSON.stringify({ ...release, updates }));
  return updates;
}

/** Returns an update, or `undefined` if there is no update, as from a release of another format. */
async function updateFrom({ digest: from, bytes: before }, bytes, { sha256: to }) {
  try {
    return await updateBetween({ sha256: from, bytes: before }, { sha256: to, bytes });
  } catch (error) {
    if (!(error instanceof UpdateError)) throw error;
    console.warn(`No update from the release ${from.slice(0, 16)}: ${error.message}`);
    return undefined;
  }
}
