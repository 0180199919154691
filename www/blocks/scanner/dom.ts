// Creates elements without HTML text, which Trusted Types forbid, and lets the browser draw them.

type Attributes = Record<string, string>;

/** Creates an element with attributes and children. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Creates an element of an SVG picture. */
export function createSvg(
  tag: "svg" | "polygon" | "path",
  attributes: Attributes,
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The shapes of the icons, 24 by 24, as paths. Each is shown with words. */
export const SHAPES = {
  start:
    "M3 8V5a2 2 0 0 1 2-2h3M16 3h3a2 2 0 0 1 2 2v3M21 16v3a2 2 0 0 1-2 2h-3M8 21H5a2 2 0 0 1-2-2v-3M7.5 8v8M11 8v8M13.5 8v8M16.5 8v8",
  stop: "M6 6l12 12M18 6 6 18",
  torch: "M8 3h8l-1.5 6v11a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V9zM8.6 6h6.8M12 12v2.5",
  warning: "M12 3.5 22 20.5H2zM12 10v4.8M12 17.6v.4",
};
type Icon = keyof typeof SHAPES;

export const createIcon = (name: Icon): SVGElement =>
  createSvg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    createSvg("path", { d: SHAPES[name] }),
  );

/** Creates a button with an icon that calls a function. */
export function createButton(
  text: string | Node,
  name: Exclude<Icon, "warning">,
  click: () => void,
): HTMLButtonElement {
  const button = create(
    "button",
    { type: "button", class: name, part: `button ${name}` },
    createIcon(name),
    text,
  );
  button.addEventListener("click", click);
  return button;
}

/** Creates a control in its label. */
export function labelled<Control extends HTMLElement>(
  text: string,
  name: string,
  control: Control,
): { label: HTMLLabelElement; control: Control } {
  return { label: create("label", { class: name, part: `label ${name}` }, control, text), control };
}

/** Waits for a separate task, so that the browser can draw and answer a person before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
