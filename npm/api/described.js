// The description of a dataset, and its signature: `open` and `applyUpdate` compare the bytes with
// it. Loaded only if a description is given.
import { SignatureError } from "../errors.js";
import { requireDescribed, verifySignature } from "../signature.js";
import * as check from "./check.js";
import { isSource, read } from "./byte-source.js";

/**
 * Reads the description from a source. Fails unless it names a dataset with these bytes. With
 * public keys, one of them must have signed it.
 */
export async function requireDescription(bytes, { description, publicKeys, after, signal }) {
  const described = await descriptionFrom(await description, signal);
  if (publicKeys !== undefined) await verifySignature(described, publicKeys, { after });
  await requireDescribed(bytes, described);
  return described;
}

async function descriptionFrom(source, signal) {
  if (check.isPlainObject(source)) return source;
  if (!isSource(source))
    throw check.wrongType(
      "bad_description",
      "the description",
      "an object, a URL or a path",
      source,
    );
  const label = "the description of the dataset";
  const bytes = await read(source, { ErrorClass: SignatureError, label, signal });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new SignatureError(
      `${label} is not JSON; pass the content of dataset.json`,
      "bad_description",
      {
        cause,
      },
    );
  }
}
