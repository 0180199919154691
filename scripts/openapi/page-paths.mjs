// The paths of the web pages, which have no other prefix.
import { gtinOf, inPath, ref } from "./parameters.mjs";
import { always, byHost, html, readOnly } from "./operations.mjs";
import { withBody } from "./responses.mjs";

const onlyAtRoot = (operations) => ({
  servers: [{ url: "/", description: "The only prefix of this path." }],
  ...operations,
});

/** A response with a web page, and the headers that it has in addition to all others. */
const webPage = (description, ...more) => ({
  description,
  headers: withBody("ContentSecurityPolicy", "ReferrerPolicy", ...more),
  content: html,
});

const packPage = (examples) =>
  onlyAtRoot(
    readOnly({
      operationId: "page",
      tags: ["Pages"],
      summary: "Get the web page of a pack",
      description:
        "The `url` of each pack is such a path. Only the AMPP code at its end identifies the " +
        "pack: another slug is redirected to the current one.",
      parameters: [
        inPath("page", "`<slug>-<pack_id>`.", { minLength: 1 }, examples.page),
        ref("parameters", "IfNoneMatch"),
      ],
      responses: {
        200: webPage("The web page."),
        308: webPage("The page has another path.", "Location"),
        400: always[400],
        404: webPage("A web page that reports an unknown pack."),
        405: always[405],
        ...byHost,
      },
    }),
  );

const gtinPage = (examples) =>
  onlyAtRoot(
    readOnly({
      operationId: "gtinPage",
      tags: ["Pages"],
      summary: "Get the web page of a GTIN",
      description:
        "Shows every pack that has carried the GTIN, the latest use first, and chooses none. " +
        "GS1 Digital Links of re-used GTINs lead here.",
      parameters: [gtinOf(examples.codes[1]), ref("parameters", "IfNoneMatch")],
      responses: {
        200: webPage("The web page."),
        400: always[400],
        404: webPage("A web page that reports an unknown or malformed GTIN."),
        405: always[405],
        ...byHost,
      },
    }),
  );

const style = () =>
  onlyAtRoot(
    readOnly({
      operationId: "style",
      tags: ["Pages"],
      summary: "Get the style sheet of the web pages",
      parameters: [ref("parameters", "IfNoneMatch")],
      responses: {
        200: {
          description: "The style sheet.",
          headers: withBody(),
          content: { "text/css": { schema: { type: "string" } } },
        },
        405: always[405],
        ...byHost,
      },
    }),
  );

/** The paths of the web pages. */
export const pagePathsOf = (examples) => ({
  "/med/ampp/ampp/{page}": packPage(examples),
  "/med/gtin/{gtin}": gtinPage(examples),
  "/med/ampp/pack.css": style(),
});
