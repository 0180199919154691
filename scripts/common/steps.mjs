// Reports the steps of a long task: one line for each with the seconds that it took, and in a
// terminal the steps that run now. What their programs print goes to a log, and is shown only if
// one fails.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { clearScreenDown, createInterface, moveCursor } from "node:readline";
import { endOf, Failure, programToStart, requireSuccess } from "./run.mjs";

/** The number of last lines that explain a failure. */
const SHOWN_LINES = 40;
const REDRAW_MS = 1_000;

export class Steps {
  #log;
  #out;
  #drawnLines = 0;
  /** The running steps, with their starts and the last lines that their programs printed. */
  #running = new Set();

  constructor(log, out = process.stdout) {
    this.#log = log;
    this.#out = out;
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, "");
  }

  /**
   * Runs a step, and prints how long it took. `body` gets a function that runs a program of the
   * step.
   */
  async run(title, body) {
    const step = { title, start: performance.now(), detail: "" };
    this.#running.add(step);
    if (!this.#out.isTTY) this.#out.write(`       … ${title}\n`);
    const timer = this.#out.isTTY && setInterval(() => this.#draw(), REDRAW_MS);
    this.#draw();
    try {
      const result = await body((...command) => this.#runProgram(step, ...command));
      this.#running.delete(step);
      this.#print(`${secondsOf(step)}  ${title}`);
      return result;
    } finally {
      clearInterval(timer);
      this.#running.delete(step);
      this.#draw();
    }
  }

  async #runProgram(step, command, args, env = {}) {
    appendFileSync(this.#log, `\n$ ${[command, ...args].join(" ")}\n`);
    const child = spawn(...programToStart(command, args, env));
    const lines = [];
    const read = (stream) =>
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        step.detail = line.trim();
        appendFileSync(this.#log, `${line}\n`);
      });
    for (const stream of [child.stdout, child.stderr]) read(stream);
    const end = await endOf(child);
    try {
      requireSuccess(command, args, end);
    } catch ({ message }) {
      throw new Failure(
        `${lines.slice(-SHOWN_LINES).join("\n")}\n\n${step.title}: ${message}. The whole output is in ${this.#log}`,
      );
    }
  }

  #print(line) {
    this.#erase();
    this.#out.write(`${line}\n`);
    this.#draw();
  }

  #draw() {
    if (!this.#out.isTTY) return;
    this.#erase();
    const lines = [...this.#running].map((step) =>
      `${secondsOf(step)}  ${step.title} … ${step.detail}`.slice(0, this.#out.columns - 1),
    );
    if (lines.length > 0) this.#out.write(`\x1b[2m${lines.join("\n")}\x1b[0m\n`);
    this.#drawnLines = lines.length;
  }

  #erase() {
    if (this.#drawnLines === 0) return;
    moveCursor(this.#out, 0, -this.#drawnLines);
    clearScreenDown(this.#out);
    this.#drawnLines = 0;
  }
}

const secondsOf = ({ start }) => `${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`;
