// npm run pictures: takes the pictures of the README anew, in docs/pictures, of the page with demonstration data.
import { demoDataset } from "./build/dataset.mjs";
import { buildPage } from "./build/served.mjs";
import { Failure, main } from "./common/run.mjs";
import { prepareBrowsers, whatLacks } from "./setup/browsers.mjs";
import { setUp } from "./setup/tools.mjs";

main(async () => {
  const found = prepareBrowsers();
  const lack = whatLacks(["chromium", "ffmpeg"], found);
  if (lack) throw new Failure(lack);
  await setUp(["wasm-bindgen-cli"]);
  buildPage(demoDataset());
  Object.assign(process.env, { CHROMIUM: found.chromium, FFMPEG: found.ffmpeg });
  const { takePictures } = await import("../tests/page/pictures.mjs");
  await takePictures();
});
