// What the system says to a server. Heard from its first moment on: a signal that nobody hears ends a process on the spot, and where the
// process is the first one of a container it is lost.

/** All that a server hears. */
export const hearSignals = () => ({ end: endAsked(), isAsked: hear("SIGHUP") });

/** Aborted when an end is asked for. Asked for a second time, the system ends it. */
function endAsked() {
  const end = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => end.abort());
  return end.signal;
}

/** Whether the signal came since this was last asked. */
function hear(signal) {
  let came = false;
  process.on(signal, () => (came = true));
  return () => {
    const said = came;
    came = false;
    return said;
  };
}
