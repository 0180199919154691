// A progress bar on one line, as the other commands have it. It is written only to a terminal.
const WIDTH = 30;

/**
 * Returns a function that takes a release and returns a listener for the number of bytes so far.
 */
export function progressBar(stream) {
  return (release) => (stream.isTTY ? writeProgress(stream, release) : () => {});
}

function writeProgress(stream, { file, size }) {
  let shown;
  return (bytes) => {
    const percent = Math.floor((bytes * 100) / size);
    if (percent === shown) return;
    shown = percent;
    const filled = Math.floor((percent * WIDTH) / 100);
    const line = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    stream.write(
      `\r${line} ${String(percent).padStart(3)} %  downloading ${file}${bytes === size ? "\n" : ""}`,
    );
  };
}
