import { expect, it } from "vitest";
import { findInstallation } from "./installation.ts";

const isTooWide = (): boolean => false;

it("passes over folders of PATH that cannot be looked at", () => {
  const env = { PATH: `/${"x".repeat(5_000)}:relative:/bin:/usr/bin` };
  const { paths, links } = findInstallation(["sh"], "/", { env, isTooWide });
  expect(paths.size + links.size).toBeGreaterThan(0);
});

it("finds nothing if nothing is installed", () => {
  const { paths, links } = findInstallation(["no-such-program", "/no/such/script.js"], "/", { env: {}, isTooWide });
  expect([paths.size, links.size]).toEqual([0, 0]);
});
