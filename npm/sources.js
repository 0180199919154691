// Where bytes come from: memory, files of Node, the network.

export function isBytes(source) {
  return ArrayBuffer.isView(source) || source instanceof ArrayBuffer;
}

/** The same bytes as a `Uint8Array`, not copied. */
export function viewOf(source) {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

/** The bytes of a `file:` URL; nothing for anything else. `fetch` in Node does not read files. */
export async function readFileUrl(source) {
  if (!/^file:/.test(source?.href ?? source)) return undefined;
  const { readFile } = await importFromNode("fs/promises");
  return new Uint8Array(await readFile(new URL(source)));
}

/** Not a literal, so that bundlers for browsers don't look for it. */
export function importFromNode(name) {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);
}
