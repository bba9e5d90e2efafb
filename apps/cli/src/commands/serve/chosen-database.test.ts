import { expect, it } from "vitest";
import { showDatabase, takeDatabase } from "./chosen-database.ts";

const URL = "postgres://parley:hidden@db.internal:5433/parley?password=hidden";

it("removes the address from what agents inherit", () => {
  const env: NodeJS.ProcessEnv = { DATABASE_URL: URL, PATH: "/bin" };
  expect(takeDatabase(undefined, env)).toBe(URL);
  expect(env).toEqual({ PATH: "/bin" });
  expect(takeDatabase(undefined, { DATABASE_URL: "" })).toBeUndefined();
});

it("is shown without its password", async () => {
  expect(await showDatabase(URL)).toBe("postgres://parley@db.internal:5433/parley");
  expect(await showDatabase(undefined)).toBeUndefined();
});
