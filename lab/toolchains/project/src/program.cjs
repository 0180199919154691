// CommonJS scripts load the module with `require`, which Node supports for modules since 20.19, or
// with `import()`.
const { GtinError, PackLookup } = require("pack-lookup");
const CODE = "09521234567899";

(async () => {
  const imported = await import("pack-lookup");
  const packs = await PackLookup.open();
  console.log(
    JSON.stringify({ here: packs.gtin(CODE).name, isSame: imported.GtinError === GtinError }),
  );
})();
