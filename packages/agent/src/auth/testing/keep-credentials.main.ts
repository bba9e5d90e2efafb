// Keeps credentials one after the other: `keep-credentials.main HOME PREFIX COUNT`.
import { silentLog } from "@parley/base";
import { openCredentials } from "../credentials.ts";

const [home = "", prefix = "", count = "0"] = process.argv.slice(2);
const credentials = openCredentials(home, { log: silentLog });
for (let number = 0; number < Number(count); number += 1) {
  await credentials.set(`${prefix}-${number}`, { KEY: `secret-${prefix}-${number}` });
}
