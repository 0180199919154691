// Compiled, never run: each line that is marked as an error must be one.
import { type Comparison, DeviceDataset, type DeviceState } from "pack-lookup/device";
import {
  type CameraState,
  configure,
  createScanner,
  type PackScanner,
  readPicture,
} from "pack-lookup/scanner";
import { WedgeListener } from "pack-lookup/wedge";

const wedge = new WedgeListener(document.body);
wedge.addEventListener("scan", ({ detail }) => detail.text.length);
wedge.addEventListener("broken", () => wedge.close());
// @ts-expect-error a broken scan has no text
wedge.addEventListener("broken", ({ detail }) => detail.text);

const stop = (event: CustomEvent<{ text: string }>) => event.detail.text;
wedge.removeEventListener("scan", stop);
// @ts-expect-error a broken scan has no text
wedge.removeEventListener("broken", stop);
wedge.removeEventListener("another", () => {});

const device = new DeviceDataset({ description: "/dataset.json" });
new DeviceDataset({ description: undefined, publicKeys: undefined });
device.removeEventListener("open", ({ detail }) => detail.packs.size);
// @ts-expect-error a change has no size of an update
device.removeEventListener("change", ({ detail }) => detail.updateBytes);
device.addEventListener(
  "change",
  ({ detail }: CustomEvent<DeviceState>) =>
    detail.status.is === "downloading" && detail.status.received,
);
device.addEventListener("open", ({ detail }) => detail.packs.gtin("09521234567895")?.name);
const is: Comparison | undefined = device.state.offer?.is;
const texts: string[] = device.warnings("2026-01-31").map(({ text }) => text);
// @ts-expect-error the state changes only by itself
device.state.isStored = true;

const scanner: PackScanner | null = document.querySelector("pack-scanner");
scanner?.addEventListener(
  "scan",
  (event) => (event.preventDefault(), scanner.signal("code"), event.detail.text),
);
scanner?.addEventListener("several", ({ detail }) => detail.texts.join());
// @ts-expect-error several codes have no first one
scanner?.addEventListener("several", ({ detail }) => detail.text);
scanner?.removeEventListener("hint", ({ detail }) => detail.problem);
// @ts-expect-error several codes have no first one
scanner?.removeEventListener("several", ({ detail }) => detail.text);
if (scanner) Object.assign(scanner, { counting: true });
if (scanner) scanner.formats = undefined;
// @ts-expect-error there is no such signal
scanner?.signal("success");
const own = createScanner(document.createElement("video"), {
  read: (found) => found.length,
  changed: (state: CameraState) => state.is,
});
await own.start();
createScanner(document.createElement("video"), {
  read: () => {},
  changed: undefined,
  guide: undefined,
  formats: undefined,
  isGuideOnly: undefined,
});
const found: string[] = await readPicture(new Blob([]));
configure({ wasm: new URL("https://example.org/zxing_reader.wasm") });
export { found, is, texts };
