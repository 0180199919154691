// How far a download has come: a line that is written over and over, as the other commands have it. Nothing where nobody sees it.
const WIDTH = 30;

/** For a stream: of a release, what to call with the number of bytes that are there. */
export function bar(stream) {
  return (release) => (stream.isTTY ? lines(stream, release) : () => {});
}

function lines(stream, { file, size }) {
  let shown;
  return (bytes) => {
    const percent = Math.floor((bytes * 100) / size);
    if (percent === shown) return;
    shown = percent;
    const filled = Math.floor((percent * WIDTH) / 100);
    const line = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    stream.write(`\r${line} ${String(percent).padStart(3)} %  downloading ${file}${bytes === size ? "\n" : ""}`);
  };
}
