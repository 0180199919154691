// The archive of a release. It is downloaded next to its destination, resumed if it was
// interrupted, and renamed when its digest is right.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { causeOf, UserError } from "../node/messages.js";
import { chunksOf, TransientError, request, requireStatus } from "./request.js";

const STATUS_MESSAGES = {
  400: "TRUD no longer accepts the key; copy it again from the account page",
  401: "TRUD has disabled API access for this account; enable it on the account page",
  404: "TRUD does not have the archive that it lists; try again later",
};

/** Computes the SHA-256 of a file, or `undefined` if it does not exist. */
export async function digestOf(path) {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest("hex");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new UserError(`cannot read ${path}: ${causeOf(error)}`);
  }
}

/**
 * Builds the path of the partial download. Its name has the digest, so another archive of the same
 * name is never resumed.
 */
const partPath = (release, folder) =>
  join(folder, `${release.file}.${release.sha256.slice(0, 16)}.partial`);

/**
 * Downloads the archive to its destination and replaces an existing file. Calls `onProgress` with
 * the number of bytes so far.
 */
export async function download(release, folder, onProgress) {
  const part = partPath(release, folder);
  const from = await resumableBytes(part, release.size);
  if (from < release.size)
    await request(release.url, {
      headers: rangeFrom(from),
      read: (response, idle) => write({ release, part, from, onProgress }, response, idle),
    });
  await requireDigest(release, part, from);
  await rename(part, join(folder, release.file));
}

/**
 * Counts the bytes that can be resumed. A part that is too long is of another archive
 * and is removed.
 */
async function resumableBytes(part, most) {
  const size = await stat(part).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= most) return size;
  await rm(part);
  return 0;
}

const rangeFrom = (from) => ({
  "Accept-Encoding": "identity",
  ...(from > 0 && { Range: `bytes=${from}-` }),
});

async function write({ release, part, from, onProgress }, response, idle) {
  if (response.status === 416) await discardPart(part, "TRUD cannot resume the download");
  requireStatus(response, STATUS_MESSAGES);
  const start = await bodyOffset(response, { release, from });
  const file = await open(part, start > 0 ? "r+" : "w");
  try {
    const end = await writeChunks(file, start, { response, idle, release, onProgress });
    await file.sync();
    if (end < release.size)
      throw new TransientError(`the download stopped after ${end} of ${release.size} bytes`);
  } finally {
    await file.close();
  }
}

/** Computes the offset of the body. A server may ignore the range and send the whole archive. */
async function bodyOffset({ status, headers }, { release, from }) {
  const start = status === 206 ? from : 0;
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "");
  if (status === 206 && (Number(range?.[1]) !== from || Number(range?.[2]) !== release.size))
    throw new UserError("TRUD sent the wrong part of the archive; run fetch again");
  const length = headers.get("content-length");
  if (length !== null && Number(length) !== release.size - start)
    throw new UserError(
      `the archive has ${start + Number(length)} bytes, but TRUD lists ${release.size}; run fetch again later`,
    );
  return start;
}

async function writeChunks(file, start, { response, idle, release, onProgress }) {
  let end = start;
  for await (const chunk of untilDisconnected(chunksOf(response, idle))) {
    if (end + chunk.length > release.size)
      throw new UserError(
        `the archive is longer than the ${release.size} bytes that TRUD lists; run fetch again later`,
      );
    await file.write(chunk, 0, chunk.length, end);
    end += chunk.length;
    onProgress(end);
  }
  return end;
}

/**
 * Ends the chunks if the connection breaks. The received bytes are kept, and the caller notices the
 * missing ones.
 */
async function* untilDisconnected(chunks) {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof UserError) throw error;
  }
}

/**
 * Compares the digest. A resumed part may have been of another archive, so the download is repeated
 * from the start.
 */
async function requireDigest({ sha256 }, part, from) {
  if ((await digestOf(part)) === sha256) return;
  const reason = "the archive's SHA-256 differs from the one that TRUD lists";
  if (from > 0) await discardPart(part, reason);
  await rm(part);
  throw new UserError(`${reason}; it was deleted, run fetch again`);
}

/** Deletes the partial download. The retry starts at once. */
async function discardPart(part, reason) {
  await rm(part, { force: true });
  throw new TransientError(reason, 0);
}
