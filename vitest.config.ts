import { defineConfig } from "vitest/config";

// vitest asks for a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    include: ["{schema,engine,agent,extension,scripts,corpus}/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
