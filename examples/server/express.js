// Express: an address of the program's own, and the whole HTTP interface below /dmd.
import express from "express";
import { GtinError, PackLookup } from "pack-lookup";

// For real packs: PackLookup.open("packs.bin", { basePath: "/dmd" }).
const packs = await PackLookup.demo({ basePath: "/dmd" });
const app = express();

app.get("/packs/:code", ({ params }, response) => {
  const uses = packs.uses(params.code);
  response.status(uses.length > 0 ? 200 : 404).json({ notice: packs.about.warning, uses });
});

app.use("/dmd", express.raw({ type: () => true, limit: "1mb" }), (request, response) => {
  const { method, path, body } = request;
  const answer = packs.respond({
    method,
    path,
    query: request.originalUrl.split("?")[1],
    ifNoneMatch: request.get("If-None-Match"),
    accept: request.get("Accept"),
    contentType: request.get("Content-Type"),
    body: body?.length ? body : undefined,
  });
  response.status(answer.status).setHeaders(new Headers(answer.headers)).end(answer.body);
});

app.use((error, _request, response, next) => {
  if (!(error instanceof GtinError)) return next(error);
  response.status(400).json({ reason: error.reason, message: error.message });
});

app.listen(process.env.PORT ?? 3000, "127.0.0.1");
