import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { PathFacts } from "../facts.ts";
import { createRules, windowsGround } from "../testing/facts.ts";

function judge(requested: string, real: string = requested, over: Partial<PathFacts> = {}): string {
  const facts: PathFacts = { ...windowsGround, requested, real, kind: "file", ...over };
  return decide({ kind: "read", path: requested }, facts, createRules(undefined, { level: "bypass" })).verdict;
}

describe("a path on Windows", () => {
  it.each<[requested: string, real: string, verdict: string]>([
    ["C:\\project\\src\\a.ts", "C:\\project\\src\\a.ts", "allow"],
    ["c:/PROJECT/src/a.ts", "C:\\project\\src\\a.ts", "allow"],
    ["C:\\Project\\a", "c:\\PROJECT\\a", "allow"],
    ["C:\\project-evil\\a", "C:\\project-evil\\a", "deny"],
    ["D:\\project\\a", "D:\\project\\a", "deny"],
    ["C:\\project\\..\\Windows", "C:\\Windows", "deny"],
    ["C:\\project\\..\\Windows", "C:\\project\\..\\Windows", "deny"],
    ["\\\\server\\share\\a", "\\\\server\\share\\a", "deny"],
    ["\\\\localhost\\c$\\project\\a", "C:\\project\\a", "ask"],
    ["\\\\?\\C:\\project\\a", "C:\\project\\a", "ask"],
    ["\\\\.\\PhysicalDrive0", "\\\\.\\PhysicalDrive0", "deny"],
    ["//?/C:/project/a", "C:\\project\\a", "ask"],
    ["C:a", "C:\\project\\a", "ask"],
    ["\\project\\a", "C:\\project\\a", "ask"],
    ["C:\\project\\a.txt:stream", "C:\\project\\a.txt:stream", "ask"],
    ["C:\\project\\a.txt::$DATA", "C:\\project\\a.txt", "ask"],
    ["C:\\project\\.env.", "C:\\project\\.env.", "ask"],
    ["C:\\project\\a.txt ", "C:\\project\\a.txt", "ask"],
    ["C:\\project\\dir.\\a", "C:\\project\\dir\\a", "ask"],
    ["C:\\project\\CON", "C:\\project\\CON", "ask"],
    ["C:\\project\\nul.txt", "C:\\project\\nul.txt", "ask"],
    ["C:\\project\\lpt1", "C:\\project\\lpt1", "ask"],
    ["C:\\project\\com¹.log", "C:\\project\\com¹.log", "ask"],
    ["C:\\project\\console.ts", "C:\\project\\console.ts", "allow"],
    ["C:\\project\\PROGRA~1\\a", "C:\\project\\PROGRA~1\\a", "ask"],
    ["C:\\project\\~1", "C:\\project\\long name", "ask"],
    ["C:\\project\\a~b", "C:\\project\\a~b", "allow"],
    ["C:\\project\\.ENV", "C:\\project\\.ENV", "ask"],
  ])("%s (%s): %s", (requested, real, verdict) => {
    expect(judge(requested, real)).toBe(verdict);
  });

  it("may be on a server, if that is where the root is", () => {
    const roots = ["\\\\server\\share\\project"];
    const over = { roots, workspace: roots[0] ?? "" };
    expect(judge("\\\\server\\share\\project\\a", undefined, over)).toBe("allow");
    expect(judge("\\\\server\\share\\project-evil\\a", undefined, over)).toBe("deny");
  });

  it("is matched by zones in either spelling", () => {
    const facts: PathFacts = { ...windowsGround, requested: "x", real: "C:\\project\\Infra\\Prod\\a", kind: "file" };
    const rules = createRules({ zones: { deny: ["infra/prod/**"] } });
    expect(decide({ kind: "read", path: "x" }, facts, rules).verdict).toBe("deny");
  });
});
