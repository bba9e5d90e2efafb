// `npm run test:three-nodes`: the end-to-end tests of the server, and those with third-party clients, on PostgreSQL: every server of
// a test is three behind a load balancer. Further arguments go to vitest: `npm run test:three-nodes -- test/e2e/serve/events.test.ts`.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const given = process.argv.slice(2);
const paths = given.some((argument) => /[\\/]/.test(argument)) ? [] : ["test/e2e/serve", "test/e2e/other-systems"];
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "e2e", ...given, ...paths], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PARLEY_TEST_STORE: "three-nodes" },
});
process.exit(status ?? 1);
