// Creates elements without HTML text, which Trusted Types forbid.

type Attributes = Record<string, string>;

/** Creates an element with attributes and children. */
export function create<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Creates an element of an SVG picture. */
export function createSvg(tag: "svg" | "polygon", attributes: Attributes, ...children: Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Creates a button that calls a function. */
export function createButton(text: string, name: string, click: () => void): HTMLButtonElement {
  const button = create("button", { type: "button", class: name, part: `button ${name}` }, text);
  button.addEventListener("click", click);
  return button;
}

/** Creates a control in its label. */
export function labelled<Control extends HTMLElement>(text: string, name: string, control: Control): { label: HTMLLabelElement; control: Control } {
  return { label: create("label", { class: name, part: `label ${name}` }, control, text), control };
}
