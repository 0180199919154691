// Classes of the platform, as the project that uses this package knows them: of browsers, of Node, or not at all.

type Instance<Name extends string, Otherwise> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : Otherwise;

export type UrlClass = Instance<"URL", { readonly href: string }>;
export type RequestClass = Instance<"Request", { readonly url: string; readonly method: string }>;
export type ResponseClass = Instance<"Response", { readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }>;
export type BlobLike = Instance<"Blob", { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }>;
export type StreamClass = Instance<"ReadableStream", { getReader(): unknown }>;
export type AbortSignalLike = Instance<"AbortSignal", { readonly aborted: boolean; readonly reason: unknown }>;
export type WasmModuleClass = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;
export type HeadersInitLike = Instance<"Headers", never> | Record<string, string> | [string, string][];

/** `Uint8Array<ArrayBuffer>`, which TypeScript calls `Uint8Array` before 5.7. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;
