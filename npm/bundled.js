// The dataset that comes with the module: here alone, so that bundlers leave it out for those who don't ask for it.
export const bundled = () => new URL("./packs.bin", import.meta.url);
