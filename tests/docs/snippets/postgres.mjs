// A Postgres server of the test, on a socket in a temporary folder and on no port.
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { postgresPrograms, runIn } from "./programs.mjs";

/** Starts the server, and returns the environment for `psql`. The server stops with the test. */
export async function startPostgres(t) {
  const programs = postgresPrograms();
  const folder = mkdtempSync("/tmp/pack-lookup-pg-");
  const owner = notRoot();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const run = async (program, ...args) => {
    const { code, complained } = await runIn(folder, [join(programs, program), "-D", join(folder, "data"), ...args], {}, { ...owner, stdio: ["ignore", "pipe", "pipe"] });
    if (code !== 0) throw new Error(`${program}: ${complained}`);
  };
  await run("initdb", "--auth=trust", "--username=clerk", "--encoding=UTF8", "--no-sync");
  t.after(async () => {
    await run("pg_ctl", "stop", "--mode=immediate").catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });
  await run("pg_ctl", "start", "--wait", `--log=${join(folder, "log")}`, `--options=-c listen_addresses='' -c fsync=off -k ${folder}`);
  return { PGHOST: folder, PGUSER: "clerk", PGDATABASE: "postgres" };
}

/** Returns another user. Postgres refuses to run as root. */
function notRoot() {
  if (process.getuid() !== 0) return {};
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  return { uid: Number(uid), gid: Number(gid) };
}
