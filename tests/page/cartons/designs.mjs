// Designs of cartons in colour, as HTML: bands, panels, two faces, turned text, labels of
// pharmacies, strips that are cut, and end faces. The print reader's rules are chosen on them, too.

/** The families of type, each with its weights. */
const FACES = [
  "Montserrat",
  "Nunito Sans",
  "Noto Serif",
  "Fira Sans Condensed",
  "Roboto",
  "Open Sans",
];
const MONO = ["Share Tech Mono", "Roboto Mono"];
const COLOURS = [
  "#0b5fa5",
  "#0a7d5a",
  "#b3123f",
  "#6a2c91",
  "#d95f02",
  "#12757d",
  "#3d4a5c",
  "#e0a800",
];

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** An element at a place: `style` is CSS without the place. */
const box = (x, y, style, content) =>
  `<div style="position:absolute;left:${x}px;top:${y}px;white-space:nowrap;${style}">${content}</div>`;

/**
 * Returns text at a place. One that is wider than `width` pixels is narrowed: `data-width` says so.
 */
function text(content, { x, y, size, width = 1600 - x - 40, style = "" }) {
  return `<div data-width="${width}" style="position:absolute;left:${x}px;top:${y}px;font-size:${size}px;line-height:1.15;white-space:nowrap;transform-origin:0 0;${style}">${escaped(content)}</div>`;
}

const area = (x, y, width, height, style, content = "") =>
  box(x, y, `width:${width}px;height:${height}px;${style}`, content);

/** What a design may use of a carton: its texts, colours and faces of type. */
function styleOf(random) {
  const [colour, second] = random.sample(COLOURS, 2);
  return {
    colour,
    second,
    face: random.pick(FACES),
    mono: random.pick(MONO),
    isBold: random.chance(0.8),
    paper: random.pick(["#fff", "#fdfcf8", "#f2f5f8", "#fffbe9"]),
    ink: random.pick(["#111", "#1c2b3a", "#333"]),
  };
}

const weight = (isBold) => `font-weight:${isBold ? 700 : 400};`;

/** The designs: functions from `(random, texts, style)` to HTML. */
export const DESIGNS = {
  band(random, texts, { colour, second, isBold, ink, mono }) {
    const height = random.from(240, 340);
    const size = random.from(80, 118);
    return [
      area(0, 0, 1600, height, `background:${colour}`),
      text(texts.name, {
        x: 60,
        y: height / 2 - size * 0.7,
        size,
        width: 1060,
        style: `color:#fff;${weight(isBold)}`,
      }),
      bubble(random, texts.strength, 1380, height / 2, second),
      text(texts.form, { x: 60, y: height + 30, size: 60, width: 1000, style: `color:${ink}` }),
      substance(texts, 60, height + 115, ink),
      text(texts.size, {
        x: random.pick([60, 1240]),
        y: height + 190,
        size: 52,
        style: `color:${ink};font-weight:700`,
      }),
      smallPrint(texts, 60, 700, ink),
      text(texts.maker, {
        x: 60,
        y: 880,
        size: 48,
        width: 560,
        style: `color:${colour};font-weight:700`,
      }),
      marking(random, texts, 1000, 730, { mono, ink }),
    ];
  },
  panel(random, texts, { colour, isBold, ink, mono }) {
    const width = random.from(380, 470);
    const [number, unit] = splitStrength(texts.strength);
    return [
      area(0, 0, width, 960, `background:${colour}`),
      ...(unit
        ? [
            text(number, {
              x: 40,
              y: 130,
              size: 170,
              width: width - 70,
              style: "color:#fff;font-weight:700",
            }),
            text(unit, {
              x: 40,
              y: 320,
              size: 84,
              width: width - 70,
              style: "color:#fff;font-weight:700",
            }),
          ]
        : [
            text(texts.strength, {
              x: 40,
              y: 180,
              size: 100,
              width: width - 70,
              style: "color:#fff;font-weight:700",
            }),
          ]),
      text(texts.size, { x: 40, y: 640, size: 56, width: width - 70, style: "color:#fff" }),
      text(texts.name, {
        x: width + 60,
        y: 100,
        size: random.from(90, 120),
        style: `color:${ink};${weight(isBold)}`,
      }),
      text(texts.form, { x: width + 60, y: 250, size: 62, style: `color:${ink}` }),
      substance(texts, width + 60, 340, ink),
      smallPrint(texts, width + 60, 460, ink),
      text(texts.maker, {
        x: width + 60,
        y: 860,
        size: 54,
        width: 480,
        style: `color:${colour};font-weight:700`,
      }),
      marking(random, texts, 1130, 690, { mono, ink }),
    ];
  },
  faces(random, texts, { colour, second, isBold, ink, mono, paper }) {
    return [
      area(0, 0, 1020, 960, `background:${random.chance(0.4) ? colour : paper}`),
      ...front(random, texts, { width: 940, colour: second, isBold }),
      area(1020, 0, 580, 960, `background:${paper};filter:brightness(.82)`),
      ...composition(texts).map((line, index) =>
        text(line, { x: 1050, y: 60 + 44 * index, size: 30, width: 520, style: `color:${ink}` }),
      ),
      smallPrint(texts, 1050, 260, ink, 520),
      marking(random, texts, 1060, 620, { mono, ink }),
    ];
  },
  "turned side"(random, texts, { second, isBold, ink, mono, paper }) {
    const side = [
      ...composition(texts).map((line, index) =>
        text(line, { x: 40, y: 40 + 44 * index, size: 30, width: 860, style: `color:${ink}` }),
      ),
      smallPrint(texts, 40, 200, ink, 480),
      marking(random, texts, 560, 150, { mono, ink }),
    ];
    const turn = random.pick([
      "translate(380px,0) rotate(90deg)",
      "translate(0,960px) rotate(-90deg)",
    ]);
    return [
      ...front(random, texts, { width: 1120, colour: second, isBold }),
      area(
        1220,
        0,
        380,
        960,
        `background:${paper};filter:brightness(.85)`,
        `<div style="position:absolute;left:0;top:0;width:960px;height:380px;transform-origin:0 0;transform:${turn}">${side.flat(3).join("")}</div>`,
      ),
    ];
  },
  "pharmacy label"(random, texts, { colour, second, isBold, ink, mono }) {
    const isRight = random.chance(0.5);
    return [
      area(0, 0, 1600, 60, `background:${colour}`),
      ...front(random, texts, { width: 1400, colour: second, isBold }),
      marking(random, texts, isRight ? 60 : 1000, 560, { mono, ink }),
      pharmacyLabel(random, texts, isRight ? random.from(600, 760) : random.from(40, 120), 440),
    ];
  },
  "end face"(random, texts, { colour, isBold, ink, mono }) {
    const size = random.from(64, 90);
    return [
      area(0, 0, 1600, 130, `background:${colour}`),
      text(texts.name, {
        x: 60,
        y: 160,
        size,
        width: 900,
        style: `color:${ink};${weight(isBold)}`,
      }),
      text(texts.strength, {
        x: 60,
        y: 170 + size * 1.2,
        size: size * 0.9,
        width: 900,
        style: `color:${ink};${weight(isBold)}`,
      }),
      text(texts.form, {
        x: 60,
        y: 180 + size * 2.4,
        size: size * 0.6,
        width: 900,
        style: `color:${ink}`,
      }),
      text(texts.size, {
        x: 60,
        y: 180 + size * 3.3,
        size: size * 0.6,
        width: 900,
        style: `color:${ink}`,
      }),
      text(texts.maker, {
        x: 60,
        y: 840,
        size: 48,
        width: 560,
        style: `color:${colour};font-weight:700`,
      }),
      dataMatrix(random, 1180, 190),
      marking(random, texts, 1020, 560, { mono, ink, spacing: random.pick([0, 0.12, 0.3, 0.7]) }),
    ];
  },
  "cut strip"(random, texts, { isBold, mono }) {
    const turn = random.pick([0, 0, -12, 12]);
    const [wide, high] = [random.from(420, 560), random.from(190, 250)];
    const start = { x: -random.from(0, wide), y: -random.from(0, high) };
    const cells = [];
    for (let row = 0; row < 9; row += 1)
      for (let column = 0; column < 7; column += 1) {
        const [x, y] = [
          start.x - 300 + column * wide + (row % 2) * wide * 0.3,
          start.y - 200 + row * high,
        ];
        cells.push(
          text(`${texts.name} ${texts.strength}`, {
            x,
            y,
            size: 40,
            width: wide - 50,
            style: `color:#222;${weight(isBold)}`,
          }),
          text(texts.form, { x, y: y + 52, size: 32, width: wide - 50, style: "color:#222" }),
          text(texts.maker, { x, y: y + 96, size: 30, width: wide - 50, style: "color:#222" }),
        );
      }
    return [
      area(
        0,
        0,
        1600,
        960,
        `background:#c4c9cc;overflow:hidden`,
        `<div style="position:absolute;inset:0;transform:rotate(${turn}deg)">${cells.join("")}</div>`,
      ),
      area(0, 800, 1600, 160, "background:#b3b8bb"),
      text(`LOT ${texts.batch}   EXP ${texts.expiry.text}`, {
        x: random.from(60, 500),
        y: 850,
        size: 44,
        style: `color:#333;font-family:'${mono}'`,
      }),
    ];
  },
  plain(random, texts, { colour, isBold, ink, mono }) {
    const size = random.from(78, 104);
    const isCentred = random.chance(0.5);
    const x = isCentred ? 300 : 80;
    return [
      text(texts.maker, {
        x,
        y: 60,
        size: 50,
        width: 560,
        style: `color:${colour};font-weight:700`,
      }),
      text(`${texts.name} ${texts.strength}`, {
        x,
        y: 190,
        size,
        style: `color:${ink};${weight(isBold)}`,
      }),
      text(texts.form, { x, y: 210 + size * 1.2, size: size * 0.7, style: `color:${ink}` }),
      substance(texts, x, 400, ink),
      area(0, 490, 1600, 30, `background:${colour}`),
      text(texts.size, { x, y: 550, size: 54, style: `color:${colour};font-weight:700` }),
      smallPrint(texts, x, 660, ink),
      marking(random, texts, 1080, 560, { mono, ink }),
    ];
  },
};

/** The HTML of a panel in a design. */
export function htmlOf(random, design, texts) {
  const style = styleOf(random);
  const parts = DESIGNS[design](random, texts, style).flat(3);
  return `<div style="position:absolute;left:0;top:0;width:1600px;height:960px;overflow:hidden;background:${style.paper};font-family:'${style.face}'">${parts.join("")}</div>`;
}

function front(random, texts, { width, colour, isBold }) {
  const size = random.from(78, 104);
  const ink = "#151515";
  const inBubble = texts.strength.length < 9 && random.chance(0.5);
  return [
    area(0, 80, width + 60, size * 3.4, "background:#fff"),
    text(texts.name, {
      x: 50,
      y: 100,
      size,
      width: inBubble ? width - 300 : width,
      style: `color:${ink};${weight(isBold)}`,
    }),
    ...(inBubble
      ? [bubble(random, texts.strength, width - 110, 200, colour)]
      : [
          text(texts.strength, {
            x: 50,
            y: 105 + size * 1.15,
            size: size * 0.85,
            width: width / 2,
            style: `color:${colour};font-weight:700`,
          }),
        ]),
    text(texts.form, {
      x: 50,
      y: 110 + size * 2.25,
      size: size * 0.55,
      width: width - 300,
      style: `color:${ink}`,
    }),
    text(texts.size, {
      x: width - 240,
      y: 355,
      size: 44,
      width: 260,
      style: `color:${ink};font-weight:700`,
    }),
    random.chance(0.5)
      ? text(texts.maker, {
          x: 50,
          y: 860,
          size: 54,
          width: 600,
          style: `color:${colour};font-weight:700;background:#fff`,
        })
      : text(`${texts.company}, 12 Sample Road, Townby AB1 2CD`, {
          x: 50,
          y: 880,
          size: 28,
          width: 700,
          style: "color:#222;background:#fff",
        }),
  ];
}

const bubble = (random, strength, x, y, colour) => {
  const [number, unit] = splitStrength(strength);
  const radius = 135;
  const rows = unit && random.chance(0.6) ? [number, unit] : [strength];
  const size = Math.min(96, (radius * 3) / Math.max(...rows.map(({ length }) => length)));
  return area(
    x - radius,
    y - radius,
    2 * radius,
    2 * radius,
    `background:${colour};border-radius:50%;color:#fff;font-weight:700;font-size:${size}px;line-height:1.1;display:flex;flex-direction:column;align-items:center;justify-content:center`,
    rows.map((row) => `<div>${escaped(row)}</div>`).join(""),
  );
};

/** The number and the unit of a strength that has one of each. */
function splitStrength(strength) {
  const found = /^([\d.,]+)\s*([a-z]+)$/i.exec(strength);
  return found ? [found[1], found[2]] : [strength];
}

const substance = (texts, x, y, ink) =>
  texts.substance
    ? text(texts.substance, { x, y, size: 44, width: 900, style: `color:${ink}` })
    : "";

const smallPrint = (texts, x, y, ink, width = 800) =>
  texts.phrases.map((phrase, index) =>
    text(phrase, { x, y: y + 40 * index, size: 30, width, style: `color:${ink}` }),
  );

/** What a side says of the contents. */
const composition = ({ name, substance: of, strength, form, licence, company }) => [
  `Each ${/tablet|capsule/i.exec(form)?.[0].toLowerCase() ?? "pack"} contains ${strength} of`,
  `${(of ?? name).toLowerCase()}. See leaflet for further information.`,
  `${licence}   POM`,
  `MA Holder: ${company}, 12 Sample Road, Townby AB1 2CD`,
];

/**
 * The block of the batch, the dates and the serial number, with labels as boxes have them.
 */
function marking(random, { batch, expiry, serial, made }, x, y, { mono, ink, spacing = 0 }) {
  const size = random.from(34, 46);
  const [lot, exp, code, number] = random.pick([
    ["LOT", "EXP", "PC", "SN"],
    ["Lot:", "EXP:", "PC:", "SN:"],
    ["BN", "EXP", "GTIN", "SN"],
    ["Batch", "Exp", "PC", "SN"],
    ["B. No.", "Expiry", "PC", "SN"],
    ["LOT", "USE BEFORE", "PC", "SN"],
  ]);
  const rows = [
    ...(random.chance(0.6) ? [`${code} ${serial.gtin}`, `${number} ${serial.number}`] : []),
    `${lot} ${batch}`,
    ...(random.chance(0.25) ? [`MFD ${made}`] : []),
    `${exp} ${expiry.text}`,
  ];
  const shown = random.chance(0.3) ? [...rows].reverse() : rows;
  return shown.map((row, index) =>
    text(row, {
      x,
      y: y + index * size * 1.35,
      size,
      width: 560,
      style: `color:${ink};font-family:'${mono}';letter-spacing:${spacing}em`,
    }),
  );
}

const dataMatrix = (random, x, y) => {
  const cells = [];
  for (let row = 0; row < 22; row += 1)
    for (let column = 0; column < 22; column += 1)
      if (column === 0 || row === 21 || random.chance(0.5))
        cells.push(area(column * 12, row * 12, 12, 12, "background:#111"));
  return area(
    x,
    y,
    300,
    300,
    "background:#fff;padding:16px",
    `<div style="position:relative">${cells.join("")}</div>`,
  );
};

const PEOPLE = ["Mrs J Example", "Mr A Sample", "Miss Test Person", "Ms Pat Specimen"];
const SHOPS = [
  "Sample Pharmacy",
  "High Street Chemist",
  "The Village Pharmacy",
  "Riverside Pharmacy",
];
const ORDERS = [
  "Take ONE tablet ONCE a day",
  "Take TWO in the MORNING",
  "ONE to be taken THREE times a day with food",
  "Use as directed",
  "Apply THINLY twice a day",
];

/** The label of a pharmacy: white, with an instruction, a person, a date and an address. */
function pharmacyLabel(random, texts, x, y) {
  const { size, name, strength, form } = texts;
  const row = (content, top, height = 36, style = "") =>
    text(content, { x: 24, y: top, size: height, width: 750, style: `color:#111;${style}` });
  const date = `${random.from(10, 28)}/0${random.from(1, 9)}/2026`;
  return area(
    x,
    y,
    800,
    400,
    "background:#fff;border:1px solid #bbb;font-family:'Open Sans'",
    [
      row(`${size.replace(/\D.*$/, "")} ${name} ${strength} ${form.toLowerCase()}`, 14),
      row(random.pick(ORDERS), 80, 42, "font-weight:700"),
      row("Read the leaflet. Do not take more than 8 in 24 hours.", 150, 28),
      row(`${random.pick(PEOPLE)}    ${date}`, 230),
      row("Keep out of the sight and reach of children", 290, 26),
      row(
        `${random.pick(SHOPS)}, 12 High Street, Townby AB1 2CD  01632 960${random.from(100, 999)}`,
        340,
        26,
      ),
    ].join(""),
  );
}
