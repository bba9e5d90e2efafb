import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { ApprovalLevel } from "../levels.ts";
import { createRules } from "../testing/facts.ts";

function judge(url: string, rule?: object, level: ApprovalLevel = "auto"): string {
  const raw = rule === undefined ? {} : { rules: [{ verdict: "allow", kind: "fetch", ...rule }] };
  return decide({ kind: "fetch", url }, { url }, createRules(raw, { level })).verdict;
}

describe("a fetch", () => {
  it.each<[url: string, hosts: string, verdict: string]>([
    ["https://example.com/a", "example.com", "allow"],
    ["https://EXAMPLE.com./a", "example.com", "allow"],
    ["https://example.com.evil.org/", "example.com", "ask"],
    ["https://evil-example.com/", "*.example.com", "ask"],
    ["https://a.b.example.com/", "*.example.com", "allow"],
    ["https://example.com/", "*.example.com", "ask"],
    ["http://localhost:3000/", "localhost:3000", "allow"],
    ["http://localhost:3001/", "localhost:3000", "ask"],
    ["http://localhost:3001/", "localhost", "allow"],
    ["http://2130706433/", "127.0.0.1", "allow"],
    ["https://me:secret@example.com/", "example.com", "ask"],
    ["https://example.com@evil.org/", "example.com", "ask"],
    ["file:///etc/passwd", "*", "deny"],
    ["data:text/plain,x", "*", "deny"],
    ["javascript:alert(1)", "*", "deny"],
    ["not an address", "*", "deny"],
    ["http://169.254.169.254/latest/meta-data", "*", "ask"],
    ["http://[fd00:ec2::254]/", "*", "ask"],
    ["http://[::ffff:169.254.169.254]/", "*", "ask"],
    ["http://[::ffff:6464:64c8]/", "*", "ask"],
    ["http://[64:ff9b::169.254.169.254]/", "*", "ask"],
    ["http://0xa9fea9fe/", "*", "ask"],
    ["http://169.254.170.23/v1/credentials", "*", "ask"],
    ["http://168.63.129.16/machine", "*", "ask"],
    ["http://metadata.google.internal./", "*", "ask"],
    ["http://192.168.0.1/", "*", "allow"],
  ])("of %s with %s allowed is %s", (url, hosts, verdict) => {
    expect(judge(url, { hosts })).toBe(verdict);
  });

  it("is asked about, until the level is bold", () => {
    expect(judge("https://example.com")).toBe("ask");
    expect(judge("https://example.com", {})).toBe("allow");
    expect(judge("https://example.com", undefined, "bypass")).toBe("allow");
    expect(judge("http://metadata.google.internal/", undefined, "bypass")).toBe("ask");
  });

  it("leaves no secret behind", () => {
    const url = "https://me:hunter2@example.com/a?token=hunter2#hunter2";
    const { audit } = decide({ kind: "fetch", url }, { url }, createRules());
    expect(audit.subject).toBe("https://example.com/a");
    expect(JSON.stringify(audit)).not.toContain("hunter2");
  });
});
