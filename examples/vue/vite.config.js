import vue from "@vitejs/plugin-vue";

const isCustomElement = (tag) => tag === "pack-scanner";

export default {
  base: "./",
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  worker: { format: "es" },
};
