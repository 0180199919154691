// The dataset in the package. It has a module of its own, so that bundlers omit the file for users of `pack-lookup/core`.
export const bundled = () => new URL("../packs.bin", import.meta.url);
