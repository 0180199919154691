// Chooses the ways of reading a frame. Each way costs time, so successive frames get different ones. A hard code is read after some frames, and
// an easy one as fast as with one way.
import { OTHER_WAYS, PLAIN, type Way } from "./ways.js";

/** A part of the frame, and the ways in which it is read. */
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

  /** Returns the attempts for the next frame: always the plain way, and in turn the rest of the view or another way. */
  next(): Attempt[] {
    if (this.#worked) return this.#again(this.#worked);
    const turn = this.#frames;
    this.#frames += 1;
    return turn % 2 === 0 ? PLAINLY : [{ of: "guided", ways: [PLAIN, otherWay(turn >> 1)] }];
  }

  /** Records the way in which a frame was read. The next frame starts with it, because linear codes need two frames that agree. */
  read(way: Way | undefined): void {
    this.#worked = way;
  }

  #again(way: Way): Attempt[] {
    return way === PLAIN ? PLAINLY : [{ of: "guided", ways: [way, PLAIN] }];
  }
}

const otherWay = (turn: number) => OTHER_WAYS[turn % OTHER_WAYS.length] ?? PLAIN;
