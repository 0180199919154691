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

export interface Parameter {
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

export interface ResponseObject {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, { schema: Schema | Reference; example?: unknown }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters: (Parameter | Reference)[];
  responses: Record<string, ResponseObject | Reference>;
}

export interface OpenApi {
  info: { title: string; version: string; summary: string; description: string };
  paths: Record<string, { get: Operation; servers?: unknown }>;
  components: { schemas: Record<string, Schema> };
}

/** Returns the part of the document that a reference names. */
export function resolve<T>(document: OpenApi, part: T | Reference): T {
  if (!isReference(part)) return part;
  const keys = part.$ref.slice(2).split("/");
  return resolve(document, keys.reduce((found: unknown, key) => (found as Record<string, unknown>)[key], document) as T | Reference);
}

export const isReference = (part: unknown): part is Reference => typeof part === "object" && part !== null && "$ref" in part;

export const nameOf = ({ $ref }: Reference) => $ref.slice($ref.lastIndexOf("/") + 1);
