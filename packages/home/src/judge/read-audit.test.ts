// Pages of the audit.
import { silentLog } from "@parley/base";
import { createFakeClock, createTempFolder } from "@parley/test-support";
import { appendFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createAudit } from "./audit.ts";
import { readAudit } from "./read-audit.ts";

const RECORD = { kind: "read", verdict: "allow", reason: "fine", source: "level", rule: "auto", agent: "a" } as const;

it("gives every decision once, the latest first, page by page and over rotated files", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("audit.ndjson");
  const audit = createAudit({ path, bytesMax: 1_000, log: silentLog, clock: createFakeClock(5) });
  for (let index = 0; index < 20; index += 1) {
    audit.append({ ...RECORD, subject: String(index), sessionId: index % 2 === 0 ? "even" : "odd" });
    await audit.flush();
  }
  await appendFile(path, '{"v":1,"lost":3}\n{"at":1,"verd');
  const all: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await readAudit(folder.path, { limit: 3, cursor });
    all.push(...page.decisions.map(({ subject }) => subject));
    cursor = page.nextCursor;
  }
  expect(all).toEqual(Array.from({ length: 20 }, (_, index) => String(19 - index)));
  const { decisions } = await readAudit(folder.path, { sessionId: "odd", limit: 2 });
  expect(decisions).toMatchObject([{ subject: "19", at: 5 }, { subject: "17" }]);
  expect(await readAudit(folder.file("nowhere"))).toEqual({ decisions: [] });
  await expect(readAudit(folder.path, { cursor: "x" })).rejects.toMatchObject({ code: "bad_input" });
});
