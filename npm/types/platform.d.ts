// Types of platform classes. Each resolves to the class that the using project declares, of
// browsers or Node, or to a minimal shape.

/** The instance type of a global class, or `Otherwise` if the project declares no such class. */
type Instance<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { prototype: infer T }> ? T : Otherwise;

/** `URL`. */
export type UrlClass = Instance<"URL", { readonly href: string }>;
/** `Request`. */
export type RequestClass = Instance<"Request", { readonly url: string; readonly method: string }>;
/** `Response`. */
export type ResponseClass = Instance<
  "Response",
  { readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }
>;
/** `Blob`, of which `File` is a subclass. */
export type BlobLike = Instance<
  "Blob",
  { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }
>;
/** `ReadableStream`. */
export type StreamClass = Instance<"ReadableStream", { getReader(): unknown }>;
/** `AbortSignal`. */
export type AbortSignalLike = Instance<
  "AbortSignal",
  { readonly aborted: boolean; readonly reason: unknown }
>;
/** `WebAssembly.Module`, or any object if the project does not declare it. */
export type WasmModuleClass = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer T } };
}
  ? T
  : object;
/** What the constructor of `Headers` takes: headers, a record, or pairs of name and value. */
export type HeadersInitLike =
  | Instance<"Headers", never>
  | Record<string, string>
  | [string, string][];

/** What the constructor of `Response` takes as a body. */
export type BodyLike =
  | string
  | BlobLike
  | StreamClass
  | ArrayBufferLike
  | ArrayBufferView
  | Instance<"FormData", never>
  | Instance<"URLSearchParams", never>;

/**
 * A `Uint8Array<ArrayBuffer>`. TypeScript before 5.7 has no type parameter for it, so the type is
 * inferred from `slice`.
 */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;
