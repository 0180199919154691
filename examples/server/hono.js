// Hono: an address of the program's own, and the whole HTTP interface below /dmd.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { GtinError, PackLookup } from "pack-lookup";

// For real packs: PackLookup.open("packs.bin", { basePath: "/dmd" }).
const packs = await PackLookup.demo({ basePath: "/dmd" });
const app = new Hono();

app.get("/packs/:code", (context) => {
  const uses = packs.uses(context.req.param("code"));
  return context.json({ notice: packs.about.warning, uses }, uses.length > 0 ? 200 : 404);
});

app.all("/dmd/*", (context) => packs.fetch(context.req.raw));

app.onError((error, context) => {
  if (!(error instanceof GtinError)) throw error;
  return context.json({ reason: error.reason, message: error.message }, 400);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" });
