// `pack-lookup/device`: what the package publishes.
export { DeviceDataset } from "./device-dataset.js";
export type * from "./types.js";
