// The result of the building blocks: a picture that the scanner decodes, a key that the wedge
// listener sees, and a device without a server.
import { DeviceDataset } from "pack-lookup/device";
import { readPicture } from "pack-lookup/scanner";
import { WedgeListener } from "pack-lookup/wedge";

const press = (key) =>
  document.dispatchEvent(
    new KeyboardEvent("keydown", { key, code: /\d/.test(key) ? `Digit${key}` : key }),
  );

/** Types a code as a hand scanner does, and returns what the listener reports. */
function wedgeText(code) {
  const wedge = new WedgeListener();
  const scanned = new Promise((resolve) =>
    wedge.addEventListener("scan", ({ detail }) => resolve(detail.text)),
  );
  for (const key of [...code, "Enter"]) press(key);
  return scanned.finally(() => wedge.close());
}

/** Returns how a device without a server and without data ends. */
async function deviceStatus() {
  const device = new DeviceDataset({ description: "./missing.json" });
  await device.start();
  return device.state.status.is;
}

export async function blocks() {
  const picture = await (await fetch("./code.png")).blob();
  return {
    picture: await readPicture(picture),
    wedge: await wedgeText("9521234567899"),
    device: await deviceStatus(),
  };
}
