// Lets one page of an origin install data at a time, also among tabs. The others wait, show the
// progress of the first, and then find what it has stored.

/** Where the progress of an installation is shown. */
export interface InstallProgress {
  /** Receives the number of downloaded bytes. */
  received(bytes: number): void;
  /** Called when an update is applied, which takes seconds and needs hardly any download. */
  updating(): void;
  /** Aborted by a later request. Then the release is neither stored nor used. */
  signal: AbortSignal;
}

/** The channel on which the page that installs reports its progress, and the name of its lock. */
export const CHANNEL = "pack-lookup-download";
const LOCK = CHANNEL;

/**
 * A holder that reports nothing for this time is frozen, and loses the lock. Every step of an
 * installation is shorter.
 */
const QUIET_MS = 90_000;

/**
 * Runs an installation when no other page runs one. Without locks it runs at once. The signal ends
 * the wait, and frees the lock.
 */
export async function inTurn<T>(
  progress: InstallProgress,
  install: (progress: InstallProgress) => Promise<T>,
): Promise<T> {
  const { signal } = progress;
  const channel = new BroadcastChannel(CHANNEL);
  const report = (received?: number) => {
    if (signal.aborted) return;
    show(progress, received);
    channel.postMessage(received);
  };
  let result: Promise<T> | undefined;
  const start = () => (result ??= install({ signal, received: report, updating: () => report() }));
  try {
    await holdLock(channel, progress, start).catch(() => {});
    signal.throwIfAborted();
    // It may have failed, lost the lock, or not started, because this page has no locks.
    return await start();
  } finally {
    channel.close();
  }
}

function show(progress: InstallProgress, received: number | undefined): void {
  if (received === undefined) progress.updating();
  else progress.received(received);
}

/** Waits for the lock, and holds it until the task ends or the signal is aborted. */
async function holdLock(
  channel: BroadcastChannel,
  progress: InstallProgress,
  task: () => Promise<unknown>,
): Promise<void> {
  const waiting = new AbortController();
  const aborted = new Promise((resolve) => progress.signal.addEventListener("abort", resolve));
  void aborted.then(() => waiting.abort());
  let timer = setTimeout(() => waiting.abort(), QUIET_MS);
  channel.onmessage = ({ data }) => {
    clearTimeout(timer);
    timer = setTimeout(() => waiting.abort(), QUIET_MS);
    show(progress, data);
  };
  const hold = () => {
    clearTimeout(timer);
    channel.onmessage = null;
    return Promise.race([task(), aborted]);
  };
  try {
    await navigator.locks.request(LOCK, { signal: waiting.signal }, hold);
  } catch (error) {
    if (!waiting.signal.aborted || progress.signal.aborted) throw error;
    await navigator.locks.request(LOCK, { steal: true }, hold);
  } finally {
    clearTimeout(timer);
  }
}
