import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { redact, redactBy } from "./redact.ts";

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

  it.each([
    ['{"token":"hunter2","port":"80"}', '{"token":"…","port":"80"}'],
    ['{"api_key": "hunter2"}', '{"api_key": "…"}'],
    ['{"x-api-key" :\n "hunter2"}', '{"x-api-key" :\n "…"}'],
    ['{"password": "hunter2 and \\"hunter2\\" hunter2", "a": 1}', '{"password": "…", "a": 1}'],
    ['{"password": "hunter2\\\\", "a": "b"}', '{"password": "…", "a": "b"}'],
    ['{"Authorization": "Basic hunter2"}', '{"Authorization": "…"}'],
    ["{'secret': 'hunter2', 'a': 'b'}", "{'secret': '…', 'a': 'b'}"],
    ["password: 'x', \"token\": 'hunter2'", "password: '…', \"token\": '…'"],
    ['{"text":"a"} {"token":"hunter2', '{"text":"a"} {"token":"…'],
    ['curl -d "{\\"password\\":\\"hunter2\\"}" x', 'curl -d "{\\"password\\":\\"…\\"}" x'],
    ['{"token":"","secret":"hunter2"}', '{"token":"","secret":"…"}'],
  ])("hides the field in %s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    { password: "hunter2" },
    { a: "b", apiKey: 'hunter2 "and" \\hunter2\\', c: "d" },
    { name: "x\ny", access_token: "hunter2\nhunter2", list: [1, "2"] },
  ])("hides a field however deep the JSON is in JSON (%#)", (fields) => {
    const hidden = JSON.stringify(fields, (name, value: unknown) => (/pass|key|token/i.test(name) ? "…" : value));
    let [text, expected] = [JSON.stringify(fields), hidden];
    for (let level = 0; level <= 4; level += 1) {
      expect(redact(text)).toBe(expected);
      [text, expected] = [JSON.stringify({ file: text, after: "z" }), JSON.stringify({ file: expected, after: "z" })];
    }
  });

  it("asks of each field, where it is told whom", () => {
    const text = '{"value":"hunter2","sessionId":"s1","token":"t"} token=hunter2';
    expect(redactBy(text, (name) => name === "value")).toBe('{"value":"…","sessionId":"s1","token":"t"} token=…');
    expect(redactBy('{"value":"hunter2"}', (name) => name === "value")).toBe('{"value":"…"}');
  });

  it.each([
    "git status",
    "npm run build -- --reporter dot",
    "A=1 b --c d e=f",
    "grep token src",
    "x --token --other",
    '{"tokens": 5}',
    '{"max_tokens":4096,"inputTokens":"12","token":null,"auth":true,"credentials":{"user":"me"}}',
    "max_tokens=4096 and {maxTokens: 4096, total_tokens: 12}",
    "llm --max-tokens 4096 x",
    'a "token" is a word, and so is \'password\'; "secret" too',
    'the tokens "a", "b": they were "counted"',
    '{"author":"Jane","authors":"J, K","authority":"x","passage":5}',
    '{"title":"how a token is made","text":"token"}',
  ])("leaves %s as it is", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("hides what is called as a count and is none", () => {
    expect(redact("TOKENS=hunter2 x")).toBe("TOKENS=… x");
    expect(redact('{"tokens":"4096-hunter2"}')).toBe('{"tokens":"…"}');
    expect(redact("PASSWORD=1234 x")).toBe("PASSWORD=… x");
  });

  it.each([
    "a".repeat(200_000),
    "-".repeat(200_000),
    "=".repeat(200_000),
    " --token".repeat(20_000),
    "://".repeat(60_000),
    "token ".repeat(30_000) + "=",
    `token${" ".repeat(200_000)}`,
    `--token${" ".repeat(100_000)}-`,
    `token ${`"${"a".repeat(100)}`.repeat(2_000)}`,
    `token ${'\\"'.repeat(100_000)}`,
    '"token":"'.repeat(30_000),
    '"token":"\\"'.repeat(30_000),
    '"tokens":"1'.repeat(30_000),
    '\\"token\\":\\"'.repeat(30_000),
    `"token":"${"\\".repeat(200_000)}`,
    `"token":"${'\\\\"'.repeat(100_000)}`,
    `"token"${" ".repeat(200_000)}`,
    `"token":${" \n".repeat(100_000)}`,
    `${'"token"  '.repeat(30_000)}:`,
    `${"\\".repeat(200_000)}"token":"x`,
  ])("takes no longer than the text is long (%#)", (text) => {
    expect(cpuMsOf(() => redact(text))).toBeLessThan(10_000);
  });
});
