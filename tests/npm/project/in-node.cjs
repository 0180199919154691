// CommonJS scripts load the module with `require`, which Node supports for modules since 20.19, and
// with `import()`.
const { GtinError } = require("pack-lookup");

(async () => {
  const { answers } = await import("./answers.js");
  const imported = await import("pack-lookup");
  console.log(
    JSON.stringify({ answers: await answers(), isSame: imported.GtinError === GtinError }),
  );
})();
