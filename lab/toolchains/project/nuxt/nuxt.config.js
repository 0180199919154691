export default {
  compatibilityDate: "2026-06-01",
  vite: { worker: { format: "es" } },
};
