// The forms of the API page. Each sends a request to this service, or without a network to the data on the device.
import "./docs.css";

import { indented } from "./indented.js";

/** The response headers that are shown with the body. */
const SHOWN = ["Content-Type", "Dataset-Release", "ETag", "Link", "X-Search", "X-Search-Available", "X-Search-Corrections", "X-Search-No-Match", "X-Search-Strengths", "X-Total-Count", "Location"];

for (const form of document.querySelectorAll<HTMLFormElement>("form.try")) {
  form.addEventListener("input", () => showAddress(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
  showAddress(form);
}

function addressOf(form: HTMLFormElement): string {
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-in]")].filter(({ value }) => value !== "");
  const of = (place: string) => controls.filter(({ dataset }) => dataset.in === place);
  const path = of("path").reduce((path, { name, value }) => path.replace(`{${name}}`, encodeURIComponent(value)), form.dataset.path ?? "");
  const query = of("query").map(({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
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
  place.replaceChildren(...(await responseOf(addressOf(form)).catch(() => [element("p", "No response. You are offline and have no data on this device.")])));
  button.disabled = false;
}

async function responseOf(address: string): Promise<HTMLElement[]> {
  const response = await fetch(address, { cache: "no-cache" });
  const headers = SHOWN.flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : []));
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
