// A process that changes a rules file many times: `change-rules.main HOME NAME COUNT`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openRulesFile } from "../rules-file.ts";

const [home = "", name = "", count = "0"] = process.argv.slice(2);
const rules = openRulesFile(home);
for (let index = 0; index < Number(count); index += 1) {
  const id = `${name}-${index}`;
  await rules.add({ rule: { id, verdict: "ask", kind: "execute", program: id } });
  await rules.remember([
    { verdict: "allow", holds: { scope: "always" }, covers: { kind: "tool", name: id }, including: [] },
  ]);
  const folder = join(home, id);
  await mkdir(folder);
  await rules.trust(folder);
}
