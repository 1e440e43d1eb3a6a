import { svelte } from "@sveltejs/vite-plugin-svelte";
import { gzipSync } from "node:zlib";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { offline } from "./offline_plugin.ts";

const BUILT = "../src/lumitheque/server/web";
const HOUSE = process.env.HOUSE ?? "http://127.0.0.1:8642"; // `lumitheque serve`, for `npm run dev`

/** What nearly every page needs is one script: forty small ones pack worse, and each is asked for on its own. */
const SHARED = { name: "house", test: /src.(house|parts|words|router)/, minShareCount: 8 };

/** Leaves a packed copy beside everything that packs well, so that the house never packs anything itself. */
function packed(): Plugin {
  let folder = BUILT;
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
      }
    },
  };
}

// The local house is tested with what Python wrote down: tests/browser/test_same_house.py runs these, with its vectors.
const TESTS = process.env.VECTORS ? "tests/local/*.test.ts" : "tests/*.test.ts";

/** The house sees that requests come from its own page, so the name it was called by stays. */
const toHouse = (path: string) => [path, { target: HOUSE, ws: true, changeOrigin: false }];

export default defineConfig({
  plugins: [svelte(), offline(), packed()],
  resolve: {
    alias: {
      "#python": resolve(import.meta.dirname, "src/local/python/index.ts"),
      "#instead": resolve(import.meta.dirname, "src/local/instead"),
      "#shapes": resolve(import.meta.dirname, "../src/lumitheque"),
      "#translated": process.env.TRANSLATED ?? resolve(import.meta.dirname, "../build/translated"),
    },
  },
  // Scripts and styles find each other wherever the page lies; only index.html names places of the house, and
  // `lumitheque site` renames those.
  experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  // The house on a device is one script: whoever plays there needs nearly all of it.
  worker: { format: "es", rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: [SHARED] } } },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/live", "/static", "/receive"].map(toHouse)),
    fs: { allow: [".."] }, // shapes that Python draws with, too
  },
  test: { environment: "node", include: [TESTS], setupFiles: ["tests/setup.ts"] },
});
