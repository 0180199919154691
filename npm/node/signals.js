// The signals of a server, handled from its first moment. An unhandled signal ends a process at
// once. The first process of a container would not receive it at all.

/** Starts handling all signals of a server. */
export function handleSignals() {
  return { end: endRequested(), isReloadRequested: flagOf("SIGHUP") };
}

/**
 * Makes a signal that aborts when an end is requested. A second request ends the process by the
 * system's default.
 */
function endRequested() {
  const end = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => end.abort());
  return end.signal;
}

/** Makes a function that reports whether the signal has arrived since its last call. */
function flagOf(signal) {
  let arrived = false;
  process.on(signal, () => {
    arrived = true;
  });
  return function hasArrived() {
    const result = arrived;
    arrived = false;
    return result;
  };
}
