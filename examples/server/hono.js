// Hono: one more address, and the HTTP interface (/api, /fhir, /med and /01) below /dmd.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { PackLookup } from "pack-lookup";

// For real packs: PackLookup.open("packs.bin", { basePath: "/dmd" }).
const packs = await PackLookup.demo({ basePath: "/dmd" });
const app = new Hono();

// A scanned text or a barcode number. A re-used code has packs of different medicines.
app.get("/packs/:code", (context) => {
  const { scan, reason, message } = packs.tryScan(context.req.param("code"));
  if (!scan) return context.json({ reason, message }, 400);
  const uses = packs.uses(scan.gtin);
  const answer = { notice: packs.about.warning, scan, reuse: packs.reuse(scan.gtin), uses };
  return context.json(answer, uses.length > 0 ? 200 : 404);
});

app.all("/dmd/*", (context) => packs.fetch(context.req.raw));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" });
