// What a figure was measured on: no figure without it.
import { cpus, loadavg, totalmem } from 'node:os';

export const machine = () => `${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node.split('.')[0]}`;
export const today = () => new Date().toISOString().slice(0, 10);
export const load = () => loadavg()[0].toFixed(1);

/// The sentence under each table.
export const measuredOn = (command) => `Made by \`${command}\` on ${today()}: ${machine()}, load ${load()}.`;
