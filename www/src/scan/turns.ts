// Which ways of reading a frame gets. Each costs time, so successive frames get different ones: a hard code comes after some
// frames, and an easy one as soon as if there were one way.
import { OTHER_WAYS, PLAIN, type Way } from "./ways.js";

/** A part of the frame, and how it is read, until anything is. */
export interface Attempt {
  of: "guided" | "visible";
  ways: Way[];
}

const PLAINLY: Attempt[] = [
  { of: "guided", ways: [PLAIN] },
  { of: "visible", ways: [PLAIN] },
];

export class Turns {
  #frames = 0;
  #worked: Way | undefined;

  /** For the next frame: the plain way always, and by turns what else is in sight or another way. */
  next(): Attempt[] {
    if (this.#worked) return this.#again(this.#worked);
    const turn = this.#frames;
    this.#frames += 1;
    return turn % 2 === 0 ? PLAINLY : [{ of: "guided", ways: [PLAIN, otherWay(turn >> 1)] }];
  }

  /** The way in which the frame was read, if it was: the next gets it first, as linear codes need two that agree. */
  read(way: Way | undefined): void {
    this.#worked = way;
  }

  #again(way: Way): Attempt[] {
    return way === PLAIN ? PLAINLY : [{ of: "guided", ways: [way, PLAIN] }];
  }
}

const otherWay = (turn: number) => OTHER_WAYS[turn % OTHER_WAYS.length] ?? PLAIN;
