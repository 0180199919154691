// Lays out a drawing in its page: fits texts, lays labels, turns the box, and fits it into the
// picture. draw.mjs sends this file to the page as text, so it imports nothing.

/** The places of the fields that face the camera, and of the front. */
export async function arrange({ camera, width, height }) {
  await loadFonts();
  for (const place of all(".b")) fit(place);
  for (const sticker of all(".sticker")) lay(sticker);
  for (const [index, stage] of all(".stage").entries()) turn(stage, index, camera);
  const view = { scale: 1, x: 0, y: 0, angle: camera.tilt + camera.turned };
  fill(view, camera.fill, { width, height });
  const marks = all("[data-field]").filter(isTowardsCamera);
  if (camera.cut) cut(view, camera.cut, marks, { width, height });
  if (camera.finger !== null) hold(camera.finger, marks, Math.min(width, height) * 0.16);
  return { fields: marks.map(placeOf), front: placeOf(document.querySelector(".face.front")) };
}

const all = (selector, of = document) => [...of.querySelectorAll(selector)];

async function loadFonts() {
  const fonts = new Set();
  for (const element of all("[style]")) {
    const family = getComputedStyle(element).fontFamily;
    for (const weight of [400, 700]) fonts.add(`${weight} 20px ${family}`);
  }
  await Promise.all([...fonts].map((font) => document.fonts.load(font)));
  await document.fonts.ready;
}

/** Makes a text as small as its place needs. */
function fit(place) {
  const inner = place.firstElementChild;
  const isLarge = () =>
    Math.max(inner.offsetWidth, inner.scrollWidth) > place.clientWidth + 1 ||
    Math.max(inner.offsetHeight, inner.scrollHeight) > place.clientHeight + 1;
  let size = Number.parseFloat(place.style.fontSize);
  while (size > 9 && isLarge()) {
    size *= 0.95;
    place.style.fontSize = `${size}px`;
  }
}

// Rectangles and corners.

function areNear(a, b, margin) {
  return (
    a.left < b.right + margin &&
    b.left < a.right + margin &&
    a.top < b.bottom + margin &&
    b.top < a.bottom + margin
  );
}

/** The rectangle around points. */
function around(points) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

const CORNERS = ["left:0;top:0", "right:0;top:0", "right:0;bottom:0", "left:0;bottom:0"];

/** Where the four corners of an element are in the picture, however it is turned. */
function cornersOf(element) {
  const corners = [];
  for (const corner of CORNERS) {
    const probe = document.createElement("i");
    probe.style.cssText = `position:absolute;width:0;height:0;${corner}`;
    element.append(probe);
    const { left, top } = probe.getBoundingClientRect();
    probe.remove();
    corners.push({ x: left, y: top });
  }
  return corners;
}

const placeOf = (element) => around(cornersOf(element));

/** The places of elements on their face, as if it were not turned. */
function placesOn(face, elements) {
  const { transform } = face.style;
  face.style.transform = "none";
  const origin = face.getBoundingClientRect();
  const places = [];
  for (const element of elements) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    places.push({
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    });
  }
  face.style.transform = transform;
  return places;
}

// Labels.

function lay(sticker) {
  const face = sticker.closest(".face");
  if (sticker.dataset.mode === "over the prints") layOver(sticker, face);
  else layBeside(sticker, face);
}

/** Lays a label over all late prints. It may go around the lower edge. */
function layOver(sticker, face) {
  const block = { left: face.offsetWidth, top: face.offsetHeight, right: 0, bottom: 0 };
  for (const place of placesOn(face, all("[data-block] .a, [data-block] .b", face))) {
    block.left = Math.min(block.left, place.left);
    block.top = Math.min(block.top, place.top);
    block.right = Math.max(block.right, place.right);
    block.bottom = Math.max(block.bottom, place.bottom);
  }
  const wide = Math.max(360, block.right - block.left + 24);
  const most = Math.max(0, face.offsetWidth - wide);
  const label = sticker.firstElementChild;
  label.style.width = `${wide}px`;
  label.style.height = `${Math.max(190, block.bottom - block.top + 18)}px`;
  sticker.style.left = `${Math.min(Math.max(block.left - 12, 0), most)}px`;
  sticker.style.top = `${block.top - 8}px`;
}

/** Lays a label where it hides nothing of the truth, smaller or turned if it must. */
function layBeside(sticker, face) {
  const { offsetWidth, offsetHeight } = sticker;
  const at = Number(sticker.dataset.at);
  const taken = placesOn(face, all("[data-field]", face));
  for (const scale of [1, 0.9, 0.8, 0.7, 0.62, 0.55]) {
    const [long, short] = [offsetWidth * scale, offsetHeight * scale];
    const level = freePlace(face, taken, long, short, at);
    if (level) return put(sticker, level, `rotate(${(at - 0.5) * 3}deg) scale(${scale})`);
    const upright = freePlace(face, taken, short, long, at);
    if (upright)
      return put(sticker, upright, `translateX(${short}px) rotate(90deg) scale(${scale})`);
  }
  return sticker.remove();
}

/** One of the free places. A label may hang over the right and the lower edge. */
function freePlace(face, taken, w, h, at) {
  const places = [];
  for (let left = 0; left <= face.offsetWidth - w * 0.75; left += 20)
    for (let top = 0; top <= face.offsetHeight - h * 0.6; top += 16) {
      const place = { left, top, right: left + w, bottom: top + h };
      if (!taken.some((one) => areNear(place, one, 14))) places.push(place);
    }
  return places[Math.floor(at * places.length)];
}

function put(sticker, { left, top }, transform) {
  sticker.style.left = `${left}px`;
  sticker.style.top = `${top}px`;
  sticker.style.transformOrigin = "0 0";
  sticker.style.transform = transform;
}

// The camera.

/** Turns a box. Of two boxes, one is above, the other below. */
function turn(stage, index, { distance, pitch, yaw }) {
  const box = stage.firstElementChild;
  stage.style.perspective = `${distance}px`;
  box.style.transform = `rotateX(${pitch}deg) rotateY(${yaw}deg)`;
  if (all(".stage").length === 1) return;
  const side = index === 0 ? -1 : 1;
  const way = side * box.firstElementChild.offsetHeight * 0.57;
  stage.style.transform = `translateY(${way}px) rotate(${(side * yaw) / 2}deg)`;
}

function look({ x, y, scale, angle }) {
  const mount = document.querySelector("#mount");
  mount.style.transform = `translate(${x}px,${y}px) scale(${scale}) rotate(${angle}deg)`;
}

const shown = () => around(all(".face").flatMap(cornersOf));

/** Makes the boxes fill a share of the picture, in its middle. */
function fill(view, share, { width, height }) {
  look(view);
  const natural = shown();
  const wide = natural.right - natural.left;
  const high = natural.bottom - natural.top;
  view.scale = share * Math.min(width / wide, height / high);
  look(view);
  const { left, right, top, bottom } = shown();
  view.x = (width - left - right) / 2;
  view.y = (height - top - bottom) / 2;
  look(view);
}

/** Moves the box partly out of the picture, as far as all of the truth stays in it. */
function cut(view, { enlarge, angle }, marks, { width, height }) {
  const margin = 12;
  const read = () => around(marks.flatMap(cornersOf));
  view.scale *= enlarge;
  look(view);
  const large = read();
  view.scale *= Math.min(
    1,
    (width - 2 * margin) / (large.right - large.left),
    (height - 2 * margin) / (large.bottom - large.top),
  );
  look(view);
  const { left, top, right, bottom } = read();
  const dx = 400 * Math.cos((angle * Math.PI) / 180);
  const dy = 400 * Math.sin((angle * Math.PI) / 180);
  view.x += Math.min(Math.max(dx, margin - left), width - margin - right);
  view.y += Math.min(Math.max(dy, margin - top), height - margin - bottom);
  look(view);
}

/** Lays a finger on an edge of the box, where it hides nothing of the truth. */
function hold(at, marks, size) {
  const box = shown();
  const spots = [];
  for (let part = 0.08; part < 0.95; part += 0.06) {
    const x = box.left + part * (box.right - box.left) - size / 2;
    const y = box.top + part * (box.bottom - box.top) - size / 2;
    spots.push({ left: x, top: box.bottom - size * 0.7, angle: 0 });
    spots.push({ left: box.left - size * 0.6, top: y, angle: 90 });
    spots.push({ left: box.right - size * 0.9, top: y, angle: -90 });
  }
  const taken = marks.map(placeOf);
  const free = spots.filter(({ left, top }) => {
    const spot = { left, top, right: left + size * 1.5, bottom: top + size * 1.5 };
    return !taken.some((one) => areNear(spot, one, 24));
  });
  if (free.length === 0) return;
  const { left, top, angle } = free[Math.floor(at * free.length)];
  const finger = document.createElement("div");
  finger.className = "finger";
  finger.style.cssText = `left:${left}px;top:${top}px;width:${size}px;height:${size * 4}px;transform-origin:50% ${size / 2}px;transform:rotate(${angle}deg)`;
  document.body.append(finger);
}

// What is in view.

/** Whether the corners of a mark run clockwise: it is seen from its front. */
function isTowardsCamera(mark) {
  const [a, b, c] = cornersOf(mark);
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
}
