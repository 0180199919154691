// Scripts that are no modules take it by `require`, which Node has for modules since 20.19, and by `import()`.
const { GtinError } = require("pack-lookup");

(async () => {
  const { answers } = await import("./answers.js");
  const imported = await import("pack-lookup");
  console.log(JSON.stringify({ answers: await answers(), isSame: imported.GtinError === GtinError }));
})();
