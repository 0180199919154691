// Makes the picture of a drawing: lens, light, sensor, file. draw.mjs sends this file to the page
// as text, so it imports nothing.

/** The pixels of a screenshot's picture as base64. */
export async function develop(options) {
  const { url, width, height, quality } = options;
  const shot = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  const room = { canvas, context, width, height };
  const image = move(room, bend(focus(room, shot, options), options.bend), options.motion);
  expose(image, options);
  context.putImageData(image, 0, 0);
  const file = await canvas.convertToBlob({ type: "image/jpeg", quality });
  context.drawImage(await createImageBitmap(file), 0, 0);
  return base64Of(context.getImageData(0, 0, width, height).data);
}

function base64Of(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(binary);
}

/** A source of random numbers (mulberry32). */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function blurred({ context, width, height }, shot, radius) {
  context.filter = `blur(${radius}px)`;
  context.drawImage(shot, 0, 0, width, height);
  context.filter = "none";
  return context.getImageData(0, 0, width, height);
}

/** Blurs a picture, one side of it more if it is partly out of focus. */
function focus(room, shot, { blur, unsharp }) {
  const sharp = blurred(room, shot, blur);
  if (!unsharp) return sharp;
  const soft = blurred(room, shot, blur + unsharp.most);
  const cos = Math.cos((unsharp.angle * Math.PI) / 180) / room.width;
  const sin = Math.sin((unsharp.angle * Math.PI) / 180) / room.height;
  for (let at = 0; at < sharp.data.length; at += 1) {
    const x = (at >> 2) % room.width;
    const y = Math.floor((at >> 2) / room.width);
    const along = (x - room.width / 2) * cos + (y - room.height / 2) * sin + 0.5;
    const share = Math.min(1, Math.max(0, along));
    sharp.data[at] += (soft.data[at] - sharp.data[at]) * share;
  }
  return sharp;
}

/** How much of half a cylinder is seen, and how far its rows bow, in pixels. */
const [ROUND, BOW] = [0.85, 22];

/** Bends the part of a picture that a bottle takes around an upright cylinder. */
function bend(image, place) {
  if (!place) return image;
  const { width, height } = image;
  const out = new ImageData(new Uint8ClampedArray(image.data), width, height);
  const from = new Uint32Array(image.data.buffer);
  const to = new Uint32Array(out.data.buffer);
  const middle = (place.left + place.right) / 2;
  const radius = (place.right - place.left) / 2;
  const within = (value, most) => Math.min(most - 1, Math.max(0, Math.round(value)));
  for (let x = within(place.left, width); x < within(place.right, width); x += 1) {
    const u = Math.min(1, Math.max(-1, (x - middle) / radius));
    const column = within(middle + (radius * Math.asin(ROUND * u)) / Math.asin(ROUND), width);
    const rise = BOW * (1 - Math.sqrt(1 - u * u));
    for (let y = within(place.top, height); y < within(place.bottom, height); y += 1)
      to[y * width + x] = from[within(y + rise, height) * width + column];
  }
  return out;
}

/** Averages a picture along a short way. */
function move({ canvas, context, width, height }, image, motion) {
  if (!motion) return image;
  context.putImageData(image, 0, 0);
  const still = new OffscreenCanvas(width, height);
  still.getContext("2d").drawImage(canvas, 0, 0);
  const steps = Math.ceil(motion.length);
  const angle = (motion.angle * Math.PI) / 180;
  for (let step = 1; step <= steps; step += 1) {
    const way = (step / steps) * motion.length;
    context.globalAlpha = 1 / (step + 1);
    context.drawImage(still, way * Math.cos(angle), way * Math.sin(angle));
  }
  context.globalAlpha = 1;
  return context.getImageData(0, 0, width, height);
}

/** Changes a picture by light, glare, and the noise of the sensor. */
function expose({ data, width, height }, options) {
  const next = randomNumbers(options.seed);
  const normals = normalNumbers(next, options.noise);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const light = lightAt(x / width - 0.5, y / height - 0.5, options);
      const shine = shineAt(x, y, options.glares);
      const bits = next();
      const grain = 1.7 * normals[bits & 65535];
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[at + channel] * light * options.tint[channel];
        const own = 0.9 * normals[(bits >>> (4 + 4 * channel)) & 65535];
        data[at + channel] = value + shine * (255 - value) + grain + own;
      }
    }
}

function normalNumbers(next, deviation) {
  const normals = new Float32Array(65536);
  for (let at = 0; at < normals.length; at += 1) {
    let sum = -2;
    for (let part = 0; part < 4; part += 1) sum += next() / 4294967296;
    normals[at] = sum * deviation;
  }
  return normals;
}

function lightAt(u, v, { gain, slope, vignette }) {
  const angle = (slope.angle * Math.PI) / 180;
  const along = u * Math.cos(angle) + v * Math.sin(angle);
  return gain * (1 - slope.amount * (along + 0.3)) * (1 - vignette * 2 * (u * u + v * v));
}

function shineAt(px, py, glares) {
  let shine = 0;
  for (const { x, y, rx, ry, angle, strength } of glares) {
    const [dx, dy] = [px - x, py - y];
    const u = (dx * Math.cos(angle) + dy * Math.sin(angle)) / rx;
    const v = (dy * Math.cos(angle) - dx * Math.sin(angle)) / ry;
    shine += strength * Math.exp(-2.2 * (u * u + v * v));
  }
  return Math.min(1, shine);
}
