import { silentLog, type Log } from "@parley/base";
import { createFakeClock, createTempFolder } from "@parley/test-support";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createAudit, type AuditRecord } from "./audit.ts";

const record: AuditRecord = {
  kind: "read",
  subject: "/code/a",
  verdict: "allow",
  reason: "fine",
  source: "level",
  rule: "auto",
  sessionId: "s",
  agent: "a",
};

describe("an audit file", () => {
  it("contains the appended entries in order, in few writes", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("home/audit.ndjson");
    const audit = createAudit({ path, bytesMax: 1_000_000, log: silentLog, clock: createFakeClock(5) });
    for (let index = 0; index < 100; index += 1) audit.append({ ...record, subject: `/code/${index}` });
    await audit.flush();
    const lines = (await readFile(path, "utf8")).trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as AuditRecord).subject)).toEqual(
      Array.from({ length: 100 }, (_, index) => `/code/${index}`),
    );
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ v: 1, at: 5 });
  });

  it("is rotated when it is large, and some old files are kept", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("audit.ndjson");
    const audits = [1, 2].map(() => createAudit({ path, bytesMax: 1_000, log: silentLog }));
    const count = 60;
    for (let index = 0; index < count; index += 1) {
      for (const audit of audits) audit.append({ ...record, subject: String(index) });
      await Promise.all(audits.map((audit) => audit.flush()));
    }
    const names = (await readdir(folder.path)).toSorted();
    expect(names).toEqual(["audit.1.ndjson", "audit.2.ndjson", "audit.3.ndjson", "audit.ndjson"]);
    const subjects: number[] = [];
    for (const name of names.toReversed()) {
      const text = await readFile(folder.file(name), "utf8");
      expect(text.length).toBeLessThan(2_000);
      if (name !== "audit.ndjson") subjects.push(...numbersIn(text));
    }
    subjects.push(...numbersIn(await readFile(path, "utf8")));
    // Nothing is missing between the oldest that is kept and the newest.
    expect(new Set(subjects)).toEqual(
      new Set(Array.from({ length: count - Math.min(...subjects) }, (_, index) => index + Math.min(...subjects))),
    );
  });

  it("is rotated once even if several processes find it too large", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("audit.ndjson");
    await writeFile(path, `${"x".repeat(2_000)}\n`);
    const audits = Array.from({ length: 4 }, () => createAudit({ path, bytesMax: 1_000, log: silentLog }));
    for (const audit of audits) audit.append(record);
    await Promise.all(audits.map((audit) => audit.flush()));
    expect((await readdir(folder.path)).toSorted()).toEqual(["audit.1.ndjson", "audit.ndjson"]);
    expect((await readFile(path, "utf8")).trim().split("\n")).toHaveLength(4);
  });

  it("buffers a limited number of lines, and reports how many it dropped", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("audit.ndjson");
    const audit = createAudit({ path, bytesMax: 100_000_000, log: silentLog });
    for (let index = 0; index < 10_050; index += 1) audit.append(record);
    await audit.flush();
    const lines = (await readFile(path, "utf8")).trim().split("\n");
    expect(lines).toHaveLength(10_001);
    expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ v: 1, lost: 50 });
  });

  it("reports failed writes, and continues", async () => {
    await using folder = await createTempFolder();
    const warnings: string[] = [];
    const log: Log = { write: (_, message) => void warnings.push(message) };
    const path = folder.file("home/audit.ndjson");
    await writeFile(folder.file("home"), "a file");
    const audit = createAudit({ path, bytesMax: 1_000, log });
    audit.append(record);
    await audit.flush();
    expect(warnings).toHaveLength(1);
    await rm(folder.file("home"));
    await mkdir(folder.file("home"));
    audit.append(record);
    await audit.flush();
    expect((await readFile(path, "utf8")).trim().split("\n")).toHaveLength(1);
  });
});

function numbersIn(text: string): number[] {
  const lines = text.trim().split("\n");
  return lines.map((line) => Number((JSON.parse(line) as AuditRecord).subject));
}
