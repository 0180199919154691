// The feeds of served releases: `/releases.json` for programs, and `/releases.atom` for feed readers.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The number of releases in the feeds. */
const SHOWN = 20;

/** Writes both feeds into the page's folder. The first entry is the release that is about to be served. */
export function publishFeed(entries, folder, url) {
  writeFileSync(join(folder, "releases.json"), JSON.stringify(listed(entries)));
  writeFileSync(join(folder, "releases.atom"), feedOf(entries.slice(0, SHOWN), url));
}

/** Returns the options of wrangler that set the day on which the release was first served. */
export const servedFirst = (entry) => (entry ? ["--var", `SERVED_FIRST:${entry.served_first.slice(0, 10)}`] : []);

function listed(entries) {
  const shown = entries.slice(0, SHOWN).map(({ records, suspicions, next_expected, ...entry }) => entry);
  return { next_expected: entries[0].next_expected, releases: shown };
}

function feedOf(entries, url = "") {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escaped(url || "urn:pack-lookup")}/releases.atom</id>
  <title>Pack Lookup: releases of dm+d</title>
  <updated>${entries[0].served_first}</updated>
  <author><name>Pack Lookup</name></author>
  <rights>Contains public sector information licensed under the Open Government Licence v3.0.</rights>
  <link rel="self" type="application/atom+xml" href="${escaped(url)}/releases.atom"/>
  <link rel="alternate" type="text/html" href="${escaped(url)}/"/>
${entries.map((entry) => entryOf(entry, url)).join("\n")}
</feed>
`;
}

const entryOf = (entry, url) => `  <entry>
    <id>urn:uuid:${escaped(entry.id)}</id>
    <title>${escaped(titleOf(entry))}</title>
    <updated>${entry.served_first}</updated>
    <link rel="alternate" type="application/json" href="${escaped(url)}/releases.json"/>
    <content type="text">${escaped(entry.text)}</content>
  </entry>`;

const titleOf = ({ release, date, back_from }) => `${release} of ${date}${back_from ? ", gone back to" : ""}`;

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML. Release names are untrusted, and XML does not allow control characters. */
const escaped = (text) => text.replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd").replace(/[&<>"]/g, (character) => ENTITIES[character]);
