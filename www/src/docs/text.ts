// Converts the Markdown of descriptions to HTML: paragraphs, tables, code and emphasis.

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const inline = (text: string) => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");

export const paragraphs = (text: string, tag: "p" | "span" = "p") =>
  text.split("\n\n").filter(Boolean).map((part) => (part.startsWith("|") ? table(part) : `<${tag}>${inline(part)}</${tag}>`)).join("\n");

function table(text: string): string {
  const [head = [], , ...rows] = text.split("\n").map((line) => line.slice(1, -1).split("|").map((cell) => inline(cell.trim())));
  const columns = head.map((cell) => `<th scope="col">${cell || "meaning"}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  return `<div class="table" tabindex="0" role="group" aria-label="Reasons"><table><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`;
}
