import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

describe("redact", () => {
  it.each([
    ["PASSWORD=hunter2 npm test", "PASSWORD=… npm test"],
    ["MY_API_KEY='hunter2' x", "MY_API_KEY='…' x"],
    ["x --token hunter2 y", "x --token … y"],
    ["x --token=hunter2 y", "x --token=… y"],
    ['x --password "hunter2"', 'x --password "…"'],
    ["curl -H 'Authorization: Bearer hunter2' http://x", "curl -H 'Authorization: … …' http://x"],
    ["curl https://me:hunter2@x.y/z", "curl https://…@x.y/z"],
    ["git clone https://ghp_hunter2hunter2@github.com/x", "git clone https://…@github.com/x"],
    ["echo sk-hunter2hunter2", "echo …"],
    ["x eyJhbGciOiJIUzI1NiJ9.hunter2.hunter2", "x …"],
    ["AWS_SECRET_ACCESS_KEY=hunter2", "AWS_SECRET_ACCESS_KEY=…"],
    ["curl 'http://x/?access_token=hunter2&a=b'", "curl 'http://x/?access_token=…&a=b'"],
  ])("%s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each(["git status", "npm run build -- --reporter dot", "A=1 b --c d e=f", "grep token src", "x --token --other"])(
    "leaves %s as it is",
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );

  it.each([
    "a".repeat(200_000),
    "-".repeat(200_000),
    "=".repeat(200_000),
    " --token".repeat(20_000),
    "://".repeat(60_000),
    "token ".repeat(30_000) + "=",
    `token${" ".repeat(200_000)}`,
    `--token${" ".repeat(100_000)}-`,
  ])("takes no longer than the text is long (%#)", (text) => {
    const startMs = performance.now();
    redact(text);
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });
});
