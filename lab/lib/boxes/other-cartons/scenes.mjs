// The pages that Chromium draws: a box or two with their faces in space, or a paper, on a ground.
import { FRONTS } from "./layouts.mjs";
import { cssOfFaces, plainFace, sheetOf, smallFace } from "./looks.mjs";
import { dispensingLabel, escaped, openingNote } from "./parts.mjs";
import { randomOf, seedOf } from "./random.mjs";
import { WRAPS } from "./wraps.mjs";

const LAYOUTS = { ...FRONTS, ...WRAPS };

/** Returns `{ html, width, height, camera }`: the page, its size, and how it is seen. */
export function sceneOf(carton) {
  const random = randomOf(seedOf(carton.seed, 3));
  const [width, height] = isUpright(carton) ? [720, 1280] : [1280, 720];
  const subject = isPaper(carton) ? paperOf(carton, random) : boxesOf(carton);
  const html = pageOf({ subject, ground: groundOf(random), width, height });
  return { html, width, height, camera: cameraOf(carton, random) };
}

/** Whether the phone is held upright: never for what is wide as it lies. */
function isUpright({ isTrap, plan }) {
  if (isPaper({ isTrap })) return plan.isPortrait;
  const isTall = plan.view === "end" || LAYOUTS[plan.layout].h > LAYOUTS[plan.layout].w;
  const isAcross = Math.abs(plan.turned) === 90;
  return isTall === isAcross ? false : plan.isPortrait || isAcross;
}

const isPaper = ({ isTrap }) => ["leaflet", "letter", "label alone"].includes(isTrap);

// Boxes.

function boxesOf(carton) {
  let html = "";
  for (const [index, plan] of [carton.plan, ...(carton.plan.others ?? [])].entries()) {
    const sheet = sheetOf(carton, plan, index);
    Object.assign(sheet, LAYOUTS[plan.layout]);
    html += `<div class="stage" data-part="${index}">${boxOf(sheet)}</div>`;
  }
  return html;
}

/** A box whose visible faces have print. Its front may be one of its small faces. */
function boxOf(sheet) {
  const { view } = sheet.plan;
  const { w, h, d } = sheet;
  if (view === "end")
    return solid({ w: d, h, d: 70 }, { front: smallFace(sheet, d, h, "end", true) }, sheet);
  if (view === "edge")
    return solid({ w, h: d, d: 70 }, { front: smallFace(sheet, w, d, "edge", true) }, sheet);
  const faces = { front: sheet.draw(sheet) };
  if (view === "top") faces.top = smallFace(sheet, w, d, "top", sheet.random.chance(0.6));
  if (view === "right" || view === "left")
    faces[view] = smallFace(sheet, d, h, view, sheet.random.chance(0.6));
  if (d >= 50 && view !== "front") {
    faces.top ??= plainFace(sheet, w, d);
    faces.right ??= plainFace(sheet, d, h);
    faces.left ??= plainFace(sheet, d, h);
  }
  return solid(sheet, faces, sheet);
}

/** Places faces in space. The middle of the box is the origin. */
function solid({ w, h, d }, faces, sheet) {
  const places = {
    front: [w, h, `translateZ(${d / 2}px)`, 0],
    right: [d, h, `rotateY(90deg) translateZ(${w / 2}px)`, 0.16],
    left: [d, h, `rotateY(-90deg) translateZ(${w / 2}px)`, 0.1],
    top: [w, d, `rotateX(90deg) translateZ(${h / 2}px)`, 0.03],
    bottom: [w, d, `rotateX(-90deg) translateZ(${h / 2}px)`, 0.3],
  };
  let html = "";
  for (const [side, [wide, high, transform, shade]] of Object.entries(places)) {
    if (d === 0 && side !== "front") continue;
    const inner = faces[side] ?? `<div class="a" style="inset:0;background:#e9e8e3"></div>`;
    const label = side === "front" && sheet.plan.label ? labelOn(sheet) : "";
    const clear = d === 0 ? ";background:none;box-shadow:none" : "";
    html += `<div class="face ${side}" style="width:${wide}px;height:${high}px;left:${-wide / 2}px;top:${-high / 2}px;transform:${transform}${clear};font-family:'${sheet.textFace}'">${inner}${label}<div class="shade" style="background:rgba(0,0,20,${d === 0 ? 0 : shade})"></div></div>`;
  }
  return `<div class="box">${html}</div>`;
}

function labelOn({ plan, random }) {
  const draw = plan.label === "opening date" ? openingNote : dispensingLabel;
  return `<div class="sticker" data-mode="${plan.label}" data-at="${random.next()}">${draw(plan, random)}</div>`;
}

// Papers.

const PARAGRAPHS = [
  "Keep this leaflet. You may need to read it again.",
  "If you have any further questions, ask your doctor, pharmacist or nurse.",
  "This medicine has been prescribed for you only. Do not pass it on to others. It may harm them, even if their signs of illness are the same as yours.",
  "If you get any side effects, talk to your doctor, pharmacist or nurse. This includes any possible side effects not listed in this leaflet. See section 4.",
];

function paperOf({ isTrap, plan }, random) {
  const draw = { leaflet, letter, "label alone": labelAlone }[isTrap];
  const { w, h, html, color = "#fdfdfb" } = draw(plan, random);
  return `<div class="stage"><div class="box"><div class="face front" style="width:${w}px;height:${h}px;left:${-w / 2}px;top:${-h / 2}px;background:${color};transform:translateZ(1px)">${html}</div></div></div>`;
}

function leaflet({ facts, printed, company }, random) {
  const medicine = `${escaped(facts.product)}`;
  const items = PARAGRAPHS.map((one) => `<li>${one}</li>`).join("");
  const html = `<div style="padding:44px;font:23px/1.3 '${random.pick(["arimo", "open-sans", "tinos"])}';color:#111">
    <p style="text-align:center;margin:0"><b>PACKAGE LEAFLET: INFORMATION FOR THE USER</b></p>
    <h1 style="text-align:center;font-size:38px">${medicine}</h1>
    <p style="text-align:center">${escaped(printed.generic ?? printed.name)}</p>
    <p><b>Read all of this leaflet carefully before you start using this medicine because it contains important information for you.</b></p><ul>${items}</ul>
    <p><b>What is in this leaflet</b></p><ol><li>What ${escaped(printed.name)} is and what it is used for</li><li>What you need to know before you use ${escaped(printed.name)}</li><li>How to use ${escaped(printed.name)}</li><li>Possible side effects</li><li>How to store it</li></ol>
    <p>Do not use after the expiry date which is stated on the carton after EXP. The expiry date refers to the last day of that month.</p>
    <p>Marketing Authorisation Holder: ${escaped(company.printed)}, ${escaped(company.address)}</p><p>This leaflet was last revised in 0${random.whole(1, 9)}/2025.</p></div>`;
  return { w: 800, h: 1160, html };
}

function letter({ facts }, random) {
  const html = `<div style="padding:56px;font:24px/1.4 '${random.pick(["arimo", "tinos", "source-sans-3"])}';color:#111">
    <p style="text-align:right"><b>Northgate General Hospital NHS Trust</b><br>Department of Medicine for Older People<br>Ref: NG/${random.digits(5)}<br>14 October 2026</p>
    <p>Dear Dr Whitcombe,</p><p><b>Re: Mrs E Latchford, DOB 03/11/1948, NHS No. 943 476 ${random.digits(4)}</b></p>
    <p>Thank you for referring this lady, whom I reviewed in clinic today. She continues to take ${escaped(facts.product.toLowerCase())} and tolerates it well. Her blood pressure was 138/76 mmHg and her weight 71 kg.</p>
    <p>I would be grateful if you could repeat her bloods in six weeks. I have not arranged further follow-up but will see her again if there is any change.</p>
    <p>Yours sincerely,</p><p style="font:48px 'caveat'">R. Anand</p><p>Dr R Anand<br>Consultant Physician</p></div>`;
  return { w: 820, h: 1130, html };
}

/** A pharmacy's label on a white bag. */
function labelAlone(plan, random) {
  const label = dispensingLabel(plan, random, 2);
  const html = `<div style="position:absolute;left:60px;top:70px;transform:rotate(${random.between(-3, 3)}deg)">${label}</div>
    <div style="position:absolute;left:70px;bottom:30px;font:700 30px 'jost';color:#0a7d3c">✚ Your prescription – ask your pharmacist for advice</div>`;
  return { w: 980, h: 640, html, color: "#f3f1ea" };
}

// The ground and the page.

function noise(seed, frequency, strength) {
  return `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='640' height='640'><filter id='n'><feTurbulence type='fractalNoise' baseFrequency='${frequency}' numOctaves='3' seed='${seed}'/><feColorMatrix values='0 0 0 0 0.2 0 0 0 0 0.15 0 0 0 0 0.1 ${strength} 0 0 0 -0.1'/></filter><rect width='640' height='640' filter='url(#n)'/></svg>`)}")`;
}

/** The table below: wood, counter, cloth, tray, stone. */
function groundOf(random) {
  const seed = random.whole(1, 90);
  const grounds = [
    `${noise(seed, "0.004 0.09", 0.8)},linear-gradient(100deg,#a9743f,#c08a52 40%,#9a6737)`,
    `${noise(seed, "0.09 0.004", 0.9)},linear-gradient(10deg,#6b4a2f,#7d5839)`,
    `${noise(seed, "0.6", 0.25)},linear-gradient(160deg,#e9e9e6,#cfd0ce)`,
    `${noise(seed, "0.02", 0.5)},linear-gradient(160deg,#d9d6d0,#bfbab2)`,
    `${noise(seed, "0.8", 0.5)},linear-gradient(20deg,#2f3a48,#232a33)`,
    `repeating-linear-gradient(0deg,#0001 0 22px,#0000 22px 44px),repeating-linear-gradient(90deg,#b3324a55 0 22px,#0000 22px 44px),#efe7e4`,
    `${noise(seed, "0.5", 0.2)},linear-gradient(140deg,#5e86a8,#3f6686)`,
    `linear-gradient(180deg,#dfe6ea 0 30%,#aeb8bd 31%,#c3ccd0)`,
  ];
  return random.pick(grounds);
}

const CSS = `
  * { box-sizing: border-box; margin: 0 }
  html, body { width: 100%; height: 100%; overflow: hidden }
  body { position: relative; font-family: 'arimo' }
  #mount { position: absolute; inset: 0; filter: drop-shadow(10px 18px 16px rgba(0,0,0,.5)) }
  .stage { position: absolute; inset: 0 }
  .box { position: absolute; left: 50%; top: 50%; width: 0; height: 0; transform-style: preserve-3d }
  .face { position: absolute; overflow: hidden; background: #fff; backface-visibility: hidden; box-shadow: inset 0 0 0 1px rgba(0,0,0,.18) }
  .a, .b, .shade, .sticker, .finger { position: absolute }
  .shade { inset: 0; pointer-events: none }
  .b { display: flex; line-height: 1.06 }
  .i { max-width: 100% }
  .t { display: inline-block; position: relative }
  .a.t { position: absolute }
  .a.t > svg { display: block; width: 100%; height: 100% }
  .dots { vertical-align: -.08em }
  .embossed { color: rgba(30,34,40,.42); text-shadow: 1px 1px 1px #fff, -1px -1px 1px rgba(0,0,0,.6) }
  table { border-spacing: 10px 0 } td { padding: 0 } sup { font-size: .4em }
  .label { background: #fffef9; color: #161616; padding: .5em .7em; display: flex; flex-direction: column; line-height: 1.12; box-shadow: 0 1px 5px #0008; overflow: hidden }
  .finger { border-radius: 50% / 16%; background: radial-gradient(50% 15% at 50% 12%, #f3d3c3, #0000), linear-gradient(90deg, #a8714f, #e2b596 35%, #dcab8a 65%, #9a6546); box-shadow: 2px 6px 14px #0007 }
  p { margin: .5em 0 }
`;

function pageOf({ subject, ground, width, height }) {
  const size = `body { width: ${width}px; height: ${height}px; background: ${ground} }`;
  const body = `<body><div id="mount">${subject}</div></body>`;
  const faces = cssOfFaces(`${body}'arimo'`);
  return `<!doctype html><meta charset="utf-8"><style>${faces}${CSS}${size}</style>${body}`;
}

// How it is seen.

const ANGLES = {
  front: { pitch: [-7, 3], yaw: [-6, 6] },
  top: { pitch: [-54, -42], yaw: [-10, 10] },
  right: { pitch: [-14, -3], yaw: [-54, -42] },
  left: { pitch: [-14, -3], yaw: [42, 54] },
  end: { pitch: [-6, 3], yaw: [-6, 6] },
  edge: { pitch: [-6, 3], yaw: [-6, 6] },
};

function cameraOf({ plan, distortion }, random) {
  const camera = {
    pitch: random.between(...ANGLES[plan.view].pitch),
    yaw: random.between(...ANGLES[plan.view].yaw),
    tilt: random.between(-2, 2),
    turned: plan.turned,
    distance: random.between(1700, 2600),
    fill: fillOf(plan, random),
    cut: null,
    finger: random.chance(0.12) ? random.next() : null,
  };
  MOVES[distortion]?.(camera, plan, random);
  if (plan.layout === "bottle") Object.assign(camera, { pitch: 0, yaw: 0, tilt: 0, turned: 0 });
  return camera;
}

/** How much of the picture the box takes. Small late prints are taken from near. */
function fillOf(plan, random) {
  if (!plan.hasMarks && random.chance(0.4)) return random.between(0.6, 0.84);
  return random.between(0.84, 0.97);
}

/** Distortions that come from where the phone is. */
const MOVES = {
  tilt: (camera, _plan, random) => {
    camera.tilt = random.pick([-1, 1]) * random.between(5, 15);
  },
  "out of frame": (camera, _plan, random) => {
    camera.cut = { enlarge: random.between(1.15, 1.35), angle: random.between(0, 360) };
  },
  perspective: (camera, { view }, random) => {
    camera.distance = random.between(1000, 1250);
    if (!/front|end|edge/.test(view)) return;
    camera.yaw = random.pick([-1, 1]) * random.between(14, 26);
    camera.pitch = random.between(-20, 12);
  },
};
