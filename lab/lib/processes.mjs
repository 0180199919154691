// What the kernel says of processes, on Linux.
import { readdirSync, readFileSync } from "node:fs";

/** What processor time is counted in. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

export const childrenOf = (pid) => all().filter(({ parent }) => parent === pid);

/** A process and all that it started. */
export function familyOf(pid) {
  const found = all();
  const descend = (one) => [one, ...found.filter(({ parent }) => parent === one.pid).flatMap(descend)];
  return found.filter((one) => one.pid === pid).flatMap(descend);
}

/** In milliseconds. */
export const processorTime = (processes) => processes.reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);

/** In bytes. */
export const memory = (processes) => processes.reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0);

const all = () => readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)).flatMap(read);

/** `pid (name) state parent …`, user and system time in the 14th and 15th place, pages in memory in the 24th. It may be gone by now. */
function read(entry) {
  try {
    const [, pid, name, rest] = /^(\d+) \((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, "utf8"));
    const fields = rest.split(" ").map(Number);
    return [{ pid: Number(pid), name, parent: fields[0], ticks: fields[10] + fields[11], pages: fields[20] }];
  } catch {
    return [];
  }
}
