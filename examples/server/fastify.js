// Fastify: one more address, and the HTTP interface (/api, /fhir, /med and /01) below /dmd.
import fastify from "fastify";
import { PackLookup } from "pack-lookup";

// For real packs: PackLookup.open("packs.bin", { basePath: "/dmd" }).
const packs = await PackLookup.demo({ basePath: "/dmd" });
const app = fastify({ bodyLimit: 1_048_576 });
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request, body) => body);

// A scanned text or a barcode number. A re-used code has packs of different medicines.
app.get("/packs/:code", async ({ params }, reply) => {
  const { scan, reason, message } = packs.tryScan(params.code);
  if (!scan) return reply.code(400).send({ reason, message });
  const uses = packs.uses(scan.gtin);
  const answer = { notice: packs.about.warning, scan, reuse: packs.reuse(scan.gtin), uses };
  return reply.code(uses.length > 0 ? 200 : 404).send(answer);
});

app.all("/dmd/*", async ({ method, protocol, host, url, headers, body }, reply) => {
  const [path, query] = url.split("?");
  const answer = packs.respond({
    method,
    path,
    query,
    ifNoneMatch: headers["if-none-match"],
    origin: `${protocol}://${host}`,
    accept: headers.accept,
    prefer: headers.prefer,
    contentType: headers["content-type"],
    body: body ?? undefined,
  });
  return reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(answer.body);
});

await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" });
