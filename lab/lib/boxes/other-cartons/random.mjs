// Random numbers that are the same for the same seed.

/** A source of random numbers (mulberry32) with the choices that the drawings need. */
export function randomOf(seed) {
  let state = seed >>> 0;
  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const whole = (least, most) => least + Math.floor(next() * (most - least + 1));
  const pick = (list) => list[Math.floor(next() * list.length)];
  return {
    next,
    whole,
    pick,
    chance: (share) => next() < share,
    between: (least, most) => least + (most - least) * next(),
    letters: (count) => manyOf(count, () => pick("ABCDEFGHJKLMNPRSTUVWXYZ")),
    digits: (count) => manyOf(count, () => String(whole(0, 9))),
    weighted: (pairs) => weightedPick(pairs, next()),
    shuffled: (list) => shuffledBy(list, whole),
  };
}

function manyOf(count, one) {
  let text = "";
  for (let index = 0; index < count; index += 1) text += one();
  return text;
}

function shuffledBy(list, whole) {
  const shuffled = [...list];
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    const other = whole(0, at);
    [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
  }
  return shuffled;
}

/** A value of `[value, weight]` pairs. `at` is between 0 and 1. */
function weightedPick(pairs, at) {
  let total = 0;
  for (const [, weight] of pairs) total += weight;
  let left = at * total;
  for (const [value, weight] of pairs) {
    left -= weight;
    if (left < 0) return value;
  }
  return pairs.at(-1)[0];
}

/** Returns `[value, weight]` pairs of a text: `front 26|top 24`. */
export function weights(text) {
  return text.split("|").map((pair) => {
    const end = pair.lastIndexOf(" ");
    return [pair.slice(0, end), Number(pair.slice(end))];
  });
}

/** Mixes two numbers into the seed of a random source. */
export function seedOf(base, number) {
  let mixed = Math.imul(base ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x27d4eb2f);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
