import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const target = process.env.TICKWHEEL_API ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), tailwind()],
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "../services/command_api/tickwheel/command_api/dashboard",
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: true,
    // The content policy of the API allows no data: fonts, and small files are cached for ever anyhow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["index.html", "docs.html"] },
  },
  server: { proxy: { "/api": { target } } },
  preview: { proxy: { "/api": { target } } },
});
