// Examples whose comments state values, as in the types and the README of the module.

/** Returns an example as a module in which each line `expression; // value` is an assertion. */
export const withAssertions = (code) =>
  `import assert from "node:assert/strict";\n${code.replace(/^(?!(?:const|let|import)\b|\/\/|.*\/\/ prints )(\S.*?); *\/\/ (.+)$/gm, "assert.deepEqual($1, $2);")}`;
