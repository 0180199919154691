// Fastify: an address of the program's own, and the whole HTTP interface below /dmd.
import fastify from "fastify";
import { GtinError, PackLookup } from "pack-lookup";

// For real packs: PackLookup.open("packs.bin", { basePath: "/dmd" }).
const packs = await PackLookup.demo({ basePath: "/dmd" });
const app = fastify({ bodyLimit: 1_048_576 });
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request, body) => body);

app.get("/packs/:code", async ({ params }, reply) => {
  const uses = packs.uses(params.code);
  return reply.code(uses.length > 0 ? 200 : 404).send({ notice: packs.about.warning, uses });
});

app.all("/dmd/*", async ({ method, url, headers, body }, reply) => {
  const [path, query] = url.split("?");
  const answer = packs.respond({
    method,
    path,
    query,
    ifNoneMatch: headers["if-none-match"],
    accept: headers.accept,
    contentType: headers["content-type"],
    body: body ?? undefined,
  });
  return reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(answer.body);
});

app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof GtinError)) throw error;
  reply.code(400).send({ reason: error.reason, message: error.message });
});

await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" });
