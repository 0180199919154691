// Short ways to write a schema, and what the schemas of packs and of lists share.

export const text = (description, more = {}) => ({ type: "string", description, ...more });
export const textOrNull = (description, more = {}) => ({
  type: ["string", "null"],
  description,
  ...more,
});
export const object = (description, properties, required = Object.keys(properties)) => ({
  type: "object",
  description,
  required,
  properties,
});
export const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
export const list = (items, description, more = {}) => ({
  type: "array",
  description,
  items,
  ...more,
});
export const count = (description, more = {}) => ({
  type: "integer",
  minimum: 0,
  description,
  ...more,
});
export const day = (description) => text(description, { format: "date" });
export const dayOrNull = (description) => textOrNull(description, { format: "date" });

export const number = (description) => ({ type: "number", minimum: 0, description });
export const flag = (description) => ({ type: "boolean", description });

export const reuse = text(
  "How the packs of the GTIN differ: see `X-Gtin-Reuse`. Only if more than one pack has carried " +
    "it.",
  { enum: ["same-product", "different-strength-or-form", "unknown", "different-medicines"] },
);
export const pence = (description) => ({ type: ["integer", "null"], minimum: 0, description });

export const KINDS_OF_CODES = ["gtin", "ampp", "amp", "vmpp", "vmp", "vtm"];
