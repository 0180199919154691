// npm run deploy [-- --release FILE] [-- options of wrangler deploy]: builds everything and puts it on Cloudflare.
import { parseArgs } from 'node:util';
import { buildPage, buildWorker } from './build.mjs';
import { prepareDataset } from './dataset.mjs';
import { main, run } from './run.mjs';
import { setUp } from './setup.mjs';

main((args) => {
  const { release, others } = readOptions(args);
  setUp(['wasm-bindgen-cli', 'worker-build']);
  buildWorker(prepareDataset(release));
  buildPage();
  run('wrangler', ['deploy', ...others]);
});

function readOptions(args) {
  const { values } = parseArgs({ args, options: { release: { type: 'string' } }, strict: false });
  const at = args.indexOf('--release');
  const others = at < 0 ? args : args.toSpliced(at, 2);
  return { release: values.release, others };
}
