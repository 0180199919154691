// Building what is served: the Worker with a dataset inside, and the page.
import { join } from 'node:path';
import { paths } from './project.mjs';
import { run, say } from './run.mjs';

/// The target folder is the Worker's own: the browser's module has the same file name, and each would make
/// the other stale.
export function buildWorker(dataset, outDir = paths.worker) {
  say('Building the Worker');
  run('worker-build', ['--release', '--out-dir', outDir, '--locked', '--features', 'worker'], {
    PACK_LOOKUP_DATASET: dataset,
    CARGO_TARGET_DIR: join(paths.target, 'worker'),
  });
}

export function buildPage() {
  say('Building the page');
  run('npm', ['run', '--silent', 'build:page']);
}
