// The forms of the API page. Each sends a request to this service, or without a network to the data
// on the device.
import "./docs.css";

/** The response headers that are shown with the body. */
const SHOWN = [
  "Content-Type",
  "Dataset-Release",
  "ETag",
  "Link",
  "X-Search",
  "X-Search-Available",
  "X-Search-Corrections",
  "X-Search-No-Match",
  "X-Search-Strengths",
  "X-Total-Count",
  "Location",
];

for (const form of document.querySelectorAll<HTMLFormElement>("form.try")) {
  form.addEventListener("input", () => showAddress(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
  showAddress(form);
}

function addressOf(form: HTMLFormElement): string {
  const controls = [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-in]"),
  ].filter(({ value }) => value !== "");
  let path = form.dataset.path ?? "";
  const query: string[] = [];
  for (const { name, value, dataset } of controls) {
    if (dataset.in === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (dataset.in === "query")
      query.push(`${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  }
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}

function showAddress(form: HTMLFormElement): void {
  const output = form.querySelector("output.address");
  if (output) output.textContent = addressOf(form);
}

async function send(form: HTMLFormElement): Promise<void> {
  const place = form.querySelector(".answer");
  const button = form.querySelector("button");
  if (!place || !button) return;
  button.disabled = true;
  place.replaceChildren(
    ...(await responseOf(addressOf(form), bodyOfForm(form)).catch(() => [
      element("p", "No response. You are offline and have no data on this device."),
    ])),
  );
  button.disabled = false;
}

/** Writes the text of a form with a body, which is sent with POST. */
const bodyOfForm = (form: HTMLFormElement): string | undefined =>
  form.querySelector("textarea")?.value;

async function responseOf(address: string, body?: string): Promise<HTMLElement[]> {
  const response = await fetch(`.${address}`, {
    cache: "no-cache",
    ...(body !== undefined && { method: "POST", body }),
  });
  const headers = SHOWN.flatMap((name) =>
    response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : [],
  );
  const status = element("p", `${response.status}${response.ok ? "" : ` ${response.statusText}`}`);
  status.className = response.ok ? "status good" : "status bad";
  return [status, lines(headers.join("\n"), "Headers"), lines(await bodyOf(response), "Body")];
}

async function bodyOf(response: Response): Promise<string> {
  const text = await response.text();
  return response.headers.get("Content-Type")?.includes("json") ? indented(text) : text;
}

function lines(text: string, label: string): HTMLElement {
  const pre = element("pre", text);
  // Scrollable regions must be reachable by keyboard.
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", label);
  return pre;
}

function element(tag: string, text: string): HTMLElement {
  const created = document.createElement(tag);
  created.textContent = text;
  return created;
}

/** Strings, brackets, and the text between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * Indents JSON without parsing it, so that integers keep all their digits. An empty list or object
 * stays on its line.
 */
function indented(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let [text, line] = ["", "\n"];
  for (const [at, token] of tokens.entries()) {
    const opens = isOpening(token) && !isClosing(tokens[at + 1]);
    const closes = isClosing(token) && !isOpening(tokens[at - 1]);
    if (opens) line += "  ";
    if (closes) line = line.slice(0, -2);
    if (closes) text += line;
    text += token + spaceAfter(token, opens, line);
  }
  return text;
}

function spaceAfter(token: string, opens: boolean, line: string): string {
  if (opens || token === ",") return line;
  return token === ":" ? " " : "";
}

const isOpening = (token: string | undefined) => token === "{" || token === "[";
const isClosing = (token: string | undefined) => token === "}" || token === "]";
