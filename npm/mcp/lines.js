// Reads lines of a stream within a limit. A line that is too long is reported and skipped, so that
// no input fills the memory.

const LINE_FEED = 0x0a;

/**
 * Yields each line as bytes, and `undefined` for a line of more than `maxBytes`. A last line needs
 * no line feed.
 */
export async function* lines(stream, maxBytes) {
  let line = emptyLine();
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      append(line, chunk.subarray(start, end), maxBytes);
      yield bytesOf(line);
      line = emptyLine();
      start = end + 1;
    }
    append(line, chunk.subarray(start), maxBytes);
  }
  if (line.length > 0) yield bytesOf(line);
}

const emptyLine = () => ({ parts: [], length: 0, isTooLong: false });

/** Appends bytes. The bytes of a line that is too long are dropped. */
function append(line, bytes, maxBytes) {
  line.length += bytes.length;
  line.isTooLong ||= line.length > maxBytes;
  if (line.isTooLong) line.parts = [];
  else line.parts.push(bytes);
}

const bytesOf = ({ parts, isTooLong }) => (isTooLong ? undefined : Buffer.concat(parts));
