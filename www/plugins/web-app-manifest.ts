import type { Plugin } from "vite";

import { SHARE_TARGET } from "../src/offline/shared-pictures.js";

const FILE = "manifest.webmanifest";

/** Builds the entry of a screenshot, which `npm run build -- pictures` takes. */
const screenshot = (form_factor: "narrow" | "wide", sizes: string, label: string) => ({
  src: `screenshot-${form_factor}.png`,
  sizes,
  type: "image/png",
  form_factor,
  label,
});

/**
 * What browsers know of the page when a person installs it (https://www.w3.org/TR/appmanifest).
 * Addresses are relative to this file.
 */
const manifest = {
  name: "Pack Lookup",
  short_name: "Pack Lookup",
  description: "Which UK medicine pack does this barcode belong to?",
  lang: "en-GB",
  start_url: "./",
  scope: "./",
  display: "standalone",
  // A second tap on the icon shows the window that is open, with its answer.
  launch_handler: { client_mode: "navigate-existing" },
  shortcuts: [
    {
      name: "Scan with the camera",
      short_name: "Scan",
      url: "./#/scan",
      icons: [{ src: "icon-192.png", sizes: "192x192", type: "image/png" }],
    },
    {
      name: "History",
      url: "./#/history",
      icons: [{ src: "icon-192.png", sizes: "192x192", type: "image/png" }],
    },
  ],
  file_handlers: [
    {
      action: "./",
      accept: { "application/zip": [".zip"], "image/*": [".png", ".jpg", ".jpeg", ".webp"] },
    },
  ],
  share_target: {
    action: SHARE_TARGET.action,
    method: "POST",
    enctype: "multipart/form-data",
    params: { files: [{ name: SHARE_TARGET.field, accept: ["image/*"] }] },
  },
  screenshots: [
    screenshot("narrow", "780x1560", "A scanned code on a phone: its pack, expiry date and batch"),
    screenshot(
      "wide",
      "1280x800",
      "A re-used code: two medicines have carried it, with the years of each",
    ),
  ],
  background_color: "#f2f6f6",
  theme_color: "#0b4a58",
  categories: ["medical", "utilities"],
  icons: [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** Adds the web app manifest to the pages. */
export function webAppManifest(): Plugin {
  return {
    name: "web-app-manifest",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: JSON.stringify(manifest) });
    },
    transformIndexHtml: () => [
      { tag: "link", injectTo: "head", attrs: { rel: "manifest", href: `./${FILE}` } },
    ],
  };
}
