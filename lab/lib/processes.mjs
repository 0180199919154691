// Reads the kernel's data on processes, on Linux.
import { readdirSync, readFileSync } from "node:fs";

/** The unit of the kernel's processor time. */
const TICK_MS = 10;

/** The child processes of a process. */
export const childrenOf = (pid) => all().filter(({ parent }) => parent === pid);

/** A process and all its descendants. */
export function processTreeOf(pid) {
  const found = all();
  const descend = (one) => [
    one,
    ...found.filter(({ parent }) => parent === one.pid).flatMap(descend),
  ];
  return found.filter((one) => one.pid === pid).flatMap(descend);
}

/** The processor time in milliseconds. */
export function processorTime(processes) {
  return processes.reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);
}

/**
 * The memory of a process in bytes: its own, shared memory, and mapped files. Each process
 * has its part of what it shares with others. Reports whether the process renders a page of
 * Chromium. The values of a process that has ended are 0.
 */
export function memoryParts({ pid }) {
  const rollup = contentOf(`/proc/${pid}/smaps_rollup`);
  const bytes = (part) =>
    1024 * Number(new RegExp(`^Pss_${part}:\\s+(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
  const isRenderer = contentOf(`/proc/${pid}/cmdline`).includes("--type=renderer");
  return { anonymous: bytes("Anon"), shared: bytes("Shmem"), file: bytes("File"), isRenderer };
}

function contentOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function all() {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap(read);
}

/**
 * Parses `pid (name) state parent …`: user and system time are fields 14 and 15. The process may
 * have ended.
 */
function read(entry) {
  try {
    const [, pid, name, rest] = /^(\d+) \((.*)\) \S (.*)$/s.exec(
      readFileSync(`/proc/${entry}/stat`, "utf8"),
    );
    const fields = rest.split(" ").map(Number);
    return [{ pid: Number(pid), name, parent: fields[0], ticks: fields[10] + fields[11] }];
  } catch {
    return [];
  }
}
