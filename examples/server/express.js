// Express: one more address, and the HTTP interface (/api, /fhir, /med and /01) below /dmd.
import express from "express";
import { PackLookup } from "pack-lookup";

// For real packs: PackLookup.open("packs.bin", { basePath: "/dmd" }).
const packs = await PackLookup.demo({ basePath: "/dmd" });
const app = express();

// A scanned text or a barcode number. A re-used code has packs of different medicines.
app.get("/packs/:code", ({ params }, response) => {
  const { scan, reason, message } = packs.tryScan(params.code);
  if (!scan) return response.status(400).json({ reason, message });
  const uses = packs.uses(scan.gtin);
  const answer = { notice: packs.about.warning, scan, reuse: packs.reuse(scan.gtin), uses };
  response.status(uses.length > 0 ? 200 : 404).json(answer);
});

app.use("/dmd", express.raw({ type: () => true, limit: "1mb" }), (request, response) => {
  const { method, path, body } = request;
  const answer = packs.respond({
    method,
    path,
    query: request.originalUrl.split("?")[1],
    ifNoneMatch: request.get("If-None-Match"),
    origin: `${request.protocol}://${request.get("Host")}`,
    accept: request.get("Accept"),
    prefer: request.get("Prefer"),
    contentType: request.get("Content-Type"),
    body: body?.length ? body : undefined,
  });
  response.status(answer.status).setHeaders(new Headers(answer.headers)).end(answer.body);
});

app.listen(process.env.PORT ?? 3000, "127.0.0.1");
