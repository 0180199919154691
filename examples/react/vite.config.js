export default { base: "./", oxc: { jsx: { runtime: "automatic" } }, worker: { format: "es" } };
