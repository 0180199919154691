// `pack-lookup/device`: the functions that the package publishes.
export { DeviceDataset } from "./device-dataset.js";
