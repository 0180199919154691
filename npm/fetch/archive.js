// The archive of a release. It is downloaded beside its destination, resumed if it was interrupted, and renamed when its digest is right.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../serve/refusal.js";
import { chunksOf, Passing, request, requireStatus } from "./request.js";

const MEANINGS = {
  400: "TRUD does not know this key any more",
  401: "TRUD has disabled access by programs for this account",
  404: "TRUD lists an archive that it does not have: try again later",
};

/** Returns the SHA-256 of a file, or `undefined` if it does not exist. */
export async function digestOf(path) {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest("hex");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new Refusal(`${path} can't be read (${error.code})`);
  }
}

/** Returns the path of the partial download. Its name has the digest, so another archive of the same name is never resumed. */
const partOf = (release, folder) => join(folder, `${release.file}.${release.sha256.slice(0, 16)}.partial`);

/** Downloads the archive to its destination and replaces an existing file. Calls `tell` with the number of bytes so far. */
export async function download(release, folder, tell) {
  const part = partOf(release, folder);
  const from = await usableOf(part, release.size);
  if (from < release.size) await request(release.url, { headers: rangeFrom(from), read: (response, silence) => write({ release, part, from, tell }, response, silence) });
  await requireDigest(release, part, from);
  await rename(part, join(folder, release.file));
}

/** Returns the number of bytes that can be resumed. A part that is too long is of another archive and is removed. */
async function usableOf(part, most) {
  const size = await stat(part).then((found) => found.size, () => 0);
  if (size <= most) return size;
  await rm(part);
  return 0;
}

const rangeFrom = (from) => ({ "Accept-Encoding": "identity", ...(from > 0 && { Range: `bytes=${from}-` }) });

async function write({ release, part, from, tell }, response, silence) {
  if (response.status === 416) await givenUp(part, "TRUD does not continue the archive where it was left off");
  requireStatus(response, MEANINGS);
  const start = await startOf(response, { release, from });
  const file = await open(part, start > 0 ? "r+" : "w");
  try {
    const end = await writeChunks(file, start, { response, silence, release, tell });
    await file.sync();
    if (end < release.size) throw new Passing(`the archive was cut off, after ${end} of ${release.size} bytes`);
  } finally {
    await file.close();
  }
}

/** Returns the offset of the body. A server may ignore the range and send the whole archive. */
async function startOf({ status, headers }, { release, from }) {
  const start = status === 206 ? from : 0;
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "");
  if (status === 206 && (Number(range?.[1]) !== from || Number(range?.[2]) !== release.size)) throw new Refusal("TRUD sends another part of the archive than was asked for");
  const length = headers.get("content-length");
  if (length !== null && Number(length) !== release.size - start) throw new Refusal(`the archive has another size than TRUD lists: ${start + Number(length)} in place of ${release.size} bytes`);
  return start;
}

async function writeChunks(file, start, { response, silence, release, tell }) {
  let end = start;
  for await (const chunk of ending(chunksOf(response, silence))) {
    if (end + chunk.length > release.size) throw new Refusal(`the archive has more than the ${release.size} bytes that TRUD lists`);
    await file.write(chunk, 0, chunk.length, end);
    end += chunk.length;
    tell(end);
  }
  return end;
}

/** Ends the chunks if the connection breaks. The received bytes are kept, and the caller notices the missing ones. */
async function* ending(chunks) {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
}

/** Compares the digest. A resumed part may have been of another archive, so the download is repeated from the start. */
async function requireDigest({ sha256 }, part, from) {
  if ((await digestOf(part)) === sha256) return;
  const why = "the archive has another SHA-256 than TRUD lists";
  if (from > 0) await givenUp(part, why);
  await rm(part);
  throw new Refusal(`${why}: nothing of it was kept`);
}

async function givenUp(part, why) {
  await rm(part, { force: true });
  throw new Passing(why, 0);
}
