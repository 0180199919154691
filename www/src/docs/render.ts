// Renders the OpenAPI document as HTML at build time, so that the page needs no script to be read.

const join = (parts: string[]) => parts.join("\n");

/** Renders the document. `exampleOf` formats an example, whose integers are exact. */
export function render(document: OpenApi, exampleOf: (example: unknown) => string): string {
  const operations = Object.entries(document.paths).map(([path, { get, post }]) => ({
    path,
    method: get ? "GET" : "POST",
    one: (get ?? post) as Operation,
  }));
  return join([
    bar(),
    `<main id="content" tabindex="-1">`,
    `<div class="prose"><h1>HTTP interface</h1>${paragraphs(document.info.description)}`,
    `<p>Version ${document.info.version} of the interface. For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p></div>`,
    contents(
      operations.map(({ one }) => one),
      document,
    ),
    ...operations.map(({ path, method, one }) =>
      operation(document, { path, method, one }, exampleOf),
    ),
    `<h2 id="schemas">Schemas</h2>`,
    ...Object.entries(document.components.schemas).map(([name, schema]) =>
      schemaView(name, schema),
    ),
    `</main>`,
    `<footer><a href="./">Look up a pack</a></footer>`,
  ]);
}

const bar =
  () => `<header class="bar"><a class="brand" href="./"><img class="mark" src="icon.svg" alt="" width="32" height="32"><span>Pack Lookup</span></a>
<nav aria-label="Main"><a href="./">Look up</a> <a href="docs" aria-current="page">Interface</a></nav></header>`;

function contents(operations: Operation[], { components }: OpenApi): string {
  const link = ({ operationId, summary }: Operation) =>
    `<li><a href="#${operationId}">${escaped(summary)}</a></li>`;
  const schemas = Object.keys(components.schemas).map((name) => `<a href="#${name}">${name}</a>`);
  return `<nav class="contents" aria-label="On this page"><ul>${operations.map(link).join("")}<li class="schemas"><span><a href="#schemas">Schemas</a>:</span> ${schemas.join(" ")}</li></ul></nav>`;
}

function operation(
  document: OpenApi,
  { path, method, one }: { path: string; method: string; one: Operation },
  exampleOf: (example: unknown) => string,
): string {
  const { operationId: id, summary, description = "", responses, requestBody } = one;
  const parameters = one.parameters.map((parameter) => resolve<Parameter>(document, parameter));
  const success = resolve<ResponseObject>(document, responses["200"] as ResponseObject);
  return join([
    `<section class="operation" aria-labelledby="${id}">`,
    `<h2 id="${id}">${escaped(summary)}</h2>`,
    `<p class="request"><strong>${method}</strong> <code>${escaped(path)}</code></p>`,
    `<div class="prose">${paragraphs(description)}</div>`,
    form(id, path, parameters, requestBody),
    example(success, exampleOf),
    statuses(document, responses),
    `</section>`,
  ]);
}

function form(
  id: string,
  path: string,
  parameters: Parameter[],
  requestBody?: RequestBody,
): string {
  const inputs = parameters.filter((parameter) => parameter.in !== "header");
  return `<form class="try" data-path="${escaped(path)}" aria-labelledby="${id}-try ${id}">
<h3 id="${id}-try">Try it</h3>
${inputs.map((parameter) => field(id, parameter)).join("\n")}
${requestBody ? bodyField(id, requestBody) : ""}
<p class="actions"><button class="primary" type="submit">Send request</button> <output class="address"></output></p>
<div class="answer" role="status" aria-label="Response"></div>
</form>`;
}

/** Renders the field of a body. It is sent as text, which every path with a body reads. */
function bodyField(id: string, { content }: RequestBody): string {
  const text = content["text/plain"];
  return `<div class="field"><label for="${id}-body"><code>body</code> <em>required</em></label>
<textarea id="${id}-body" name="body" rows="4" spellcheck="false" required aria-describedby="${id}-body-about">${escaped(String(text?.example ?? ""))}</textarea>
<p class="small" id="${id}-body-about">${paragraphs(text?.schema?.description ?? "", "span")}</p></div>`;
}

function field(id: string, parameter: Parameter): string {
  const { name, description, required = false } = parameter;
  const key = `${id}-${name}`;
  return `<div class="field"><label for="${key}"><code>${name}</code>${required ? " <em>required</em>" : ""}</label>
${control(key, parameter)}
<p class="small" id="${key}-about">${paragraphs(`${description} ${bounds(parameter.schema)}`.trim(), "span")}</p></div>`;
}

function control(key: string, { name, in: place, schema, example, required }: Parameter): string {
  const attributes = `id="${key}" name="${name}" data-in="${place}" aria-describedby="${key}-about"`;
  const choices = schema.type === "boolean" ? ["true", "false"] : schema.enum;
  if (choices)
    return `<select ${attributes}>${["", ...choices].map((choice) => `<option value="${choice}">${choice === "" ? "not set" : choice}</option>`).join("")}</select>`;
  return `<input ${attributes} autocomplete="off" spellcheck="false" value="${escaped(String(example ?? ""))}"${required ? " required" : ""}>`;
}

function bounds({
  minimum,
  maximum,
  maxLength,
  maxItems,
  default: defaultValue,
  type,
}: Schema): string {
  const number = (value: number) => value.toLocaleString("en-GB");
  const limits = [];
  if (minimum !== undefined && maximum !== undefined && type === "integer")
    limits.push(`${number(minimum)} to ${number(maximum)}`);
  if (maxLength !== undefined) limits.push(`at most ${number(maxLength)} characters`);
  if (maxItems !== undefined) limits.push(`at most ${number(maxItems)}`);
  if (defaultValue !== undefined) limits.push(`default: \`${defaultValue}\``);
  return limits.length > 0 ? `(${limits.join("; ")})` : "";
}

function example(
  { content = {} }: ResponseObject,
  exampleOf: (example: unknown) => string,
): string {
  const [type, one] = Object.entries(content)[0] ?? [];
  if (!one || one.example === undefined) return "";
  return `<details><summary>Example response, <code>${type}</code></summary><pre tabindex="0" role="group" aria-label="Example response"><code>${escaped(exampleOf(one.example))}</code></pre></details>`;
}

function statuses(document: OpenApi, responses: Operation["responses"]): string {
  const rows = Object.entries(responses).map(([status, response]) =>
    row(document, status, resolve<ResponseObject>(document, response)),
  );
  return `<details><summary>Status codes and headers</summary><dl class="rows">${rows.join("")}</dl></details>`;
}

function row(
  document: OpenApi,
  status: string,
  { description, headers = {} }: ResponseObject,
): string {
  const items = Object.entries(headers).map(
    ([name, header]) =>
      `<li><code>${name}</code> ${paragraphs(resolve<Header>(document, header).description, "span")}</li>`,
  );
  const list =
    status === "200"
      ? `<ul>${items.join("")}</ul>`
      : `<span class="small">${Object.keys(headers).join(", ")}</span>`;
  return `<div><dt>${status}</dt><dd>${paragraphs(description)}${list}</dd></div>`;
}

function schemaView(name: string, schema: Schema): string {
  const variants = schema.oneOf?.filter((one): one is Schema => !isReference(one)) ?? [schema];
  return `<section class="schema" aria-labelledby="${name}"><h3 id="${name}">${name}</h3><div class="prose">${paragraphs(schema.description ?? "")}</div>
${variants.map((variant) => (variant.properties ? fields(variant, variants.length > 1) : `<p>${typeOf(variant)}</p>`)).join("\n")}</section>`;
}

function fields(
  { properties = {}, required = [], description = "" }: Schema,
  isVariant: boolean,
): string {
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      `<div><dt><code>${field}</code> <span class="small">${typeOf(schema)}${required.includes(field) ? "" : ", optional"}</span></dt><dd>${paragraphs(descriptionOf(schema))}</dd></div>`,
  );
  return `${isVariant ? `<p>${escaped(description)}</p>` : ""}<dl class="rows">${rows.join("")}</dl>`;
}

function descriptionOf(schema: Schema | Reference): string {
  const { description = "", properties } = schema as Schema;
  if (!properties) return description;
  return `${description} ${Object.entries(properties)
    .map(([name, part]) => `\`${name}\`: ${descriptionOf(part)}`)
    .join(" ")}`;
}

function typeOf(schema: Schema | Reference): string {
  if (isReference(schema)) return `<a href="#${nameOf(schema)}">${nameOf(schema)}</a>`;
  const { type, items, format, const: constant } = schema;
  if (items) return `array of ${typeOf(items)}`;
  const types = [type ?? "string"].flat().join(" or ");
  return escaped(
    constant === undefined ? `${types}${format ? ` (${format})` : ""}` : `"${constant}"`,
  );
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const inline = (text: string) =>
  escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");

/** Converts the Markdown of descriptions to HTML: paragraphs, tables, code and emphasis. */
function paragraphs(text: string, tag: "p" | "span" = "p"): string {
  const parts = text.split("\n\n").filter(Boolean);
  return join(
    parts.map((part) => (part.startsWith("|") ? table(part) : `<${tag}>${inline(part)}</${tag}>`)),
  );
}

function table(text: string): string {
  const [head = [], , ...rows] = text.split("\n").map(cellsOf);
  const columns = head.map((cell) => `<th scope="col">${cell || "meaning"}</th>`).join("");
  const body = rows.map(tableRow).join("");
  return `<div class="table" tabindex="0" role="group" aria-label="Reasons"><table><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => inline(cell.trim()));

const tableRow = (cells: string[]) =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

// The types of OpenAPI that the document of this service uses.

export interface Reference {
  $ref: string;
}

export interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: (string | number | null)[];
  const?: string;
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  items?: Schema | Reference;
  oneOf?: (Schema | Reference)[];
  properties?: Record<string, Schema | Reference>;
  required?: string[];
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required?: boolean;
  schema: Schema;
  example?: string | string[];
}

export interface Header {
  description: string;
  required?: boolean;
}

interface ResponseObject {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, { schema: Schema | Reference; example?: unknown }>;
}

interface RequestBody {
  content: Record<string, { schema?: Schema; example?: unknown }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, ResponseObject | Reference>;
}

export interface OpenApi {
  info: { title: string; version: string; summary: string; description: string };
  paths: Record<string, { get?: Operation; post?: Operation; servers?: unknown }>;
  components: { schemas: Record<string, Schema> };
}

/** Finds the part of the document that a reference names. */
export function resolve<T>(document: OpenApi, part: T | Reference): T {
  if (!isReference(part)) return part;
  const keys = part.$ref.slice(2).split("/");
  return resolve(
    document,
    keys.reduce((found: unknown, key) => (found as Record<string, unknown>)[key], document) as
      | T
      | Reference,
  );
}

const isReference = (part: unknown): part is Reference =>
  typeof part === "object" && part !== null && "$ref" in part;

export const nameOf = ({ $ref }: Reference) => $ref.slice($ref.lastIndexOf("/") + 1);
