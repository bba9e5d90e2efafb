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
    ["curl -H 'Authorization: Bearer hunter2' http://x", "curl -H 'Authorization: Bearer …' http://x"],
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

  it("hides values that look like counts but are not", () => {
    expect(redact("TOKENS=hunter2 x")).toBe("TOKENS=… x");
    expect(redact('{"tokens":"4096-hunter2"}')).toBe('{"tokens":"…"}');
    expect(redact("PASSWORD=1234 x")).toBe("PASSWORD=… x");
  });

  it.each([
    "the commit 3f2a9c0b1d4e5f60718293a4b5c6d7e8f9a0b1c2 and its tree 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "019a8f6e-7b2c-7d3e-8f4a-5b6c7d8e9f00 018f0000-0000-7000-8000-000000000000",
    '"integrity": "sha512-AAAAz3oBZQk7bBvT6zYx0yQe3JpXhY2mJ7o9QqPpOoNnMmLlKkJjIiHhGgFfEeDdCcBbAa1234567890abcd=="',
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)",
    "//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbIngudHMiXX0=",
    "git clone ssh://git@github.com/a/b.git && git remote add x git@github.com:a/b.git",
    "http://localhost:8080/path and ws://127.0.0.1:4717/acp, see https://example.com:443/a@b",
    "docker run -u 1000:1000 -p 8080:80 -u node:node image",
    "npm_config_registry=https://registry.npmjs.org npm_lifecycle_event=test",
    "the task-sk-loading-spinner class and the desk-lamp",
    "mkdir -p src/deep && cp -p a b; ps -u me; tar -pxf a.tar",
    "Basic understanding of Bearer authentication and the Digest of a file",
    "function login(token: string, password?: string): Promise<AuthToken> {",
    "const token = await readToken(); auth = config.auth; if (token === other.token) return;",
    "token: TokenSource,\n  password: options.password,\n  cookie: undefined,",
    "export PASSWORD=$DB_PASSWORD TOKEN=${TOKEN} KEY=$(cat key) x --token $TOKEN",
    "usage: tool --token TOKEN --password <password> --api-key=YOUR_API_KEY",
    "Authorization: Bearer $TOKEN",
    "curl -u $USER:$PASSWORD https://x.example/",
    "postgres://${USER}:${PASSWORD}@host/db",
    "src/a.ts:12:5: error TS2322: Type 'string' is not assignable to type 'Token'.",
    "tokenCount: 4096, token_type: 'bearer', tokensUsed=12, secretName: 'db', passwordFile: '/run/x'",
    '"google-auth-library": "^10.5.0", "jsonwebtoken": "9.0.2"',
    "The password must have at least 8 characters; a token expires after 15 minutes.",
    "PWD=/home/me/work OLDPWD=/home/me",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----",
    'if (text.startsWith("-----BEGIN PRIVATE KEY-----")) return "key";',
    "exit code=1 key=value sig=none; ?code=200&key=ab",
    "key: 'Enter', keyboard: 'qwerty', monkey=2, compass: north, bypass=true",
  ])("raises no false alarm in %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("hides what fields of lists name, and what comes over several lines", () => {
    expect(redact("password:\n  hunter2\n")).toContain("password");
    expect(redact("- name: X_TOKEN\n  value: hunter2\n- name: PORT\n  value: 80")).toBe(
      "- name: X_TOKEN\n  value: …\n- name: PORT\n  value: 80",
    );
  });

  // Each is met at every place of a long text: what is looked at around it must not grow with the text.
  it.each([
    ..."a - = :// \\ \u001b[ %20 sk- ghp_ eyJ- -eyJa AKIA tokentoken key -us Q~ :AA .atlasv1. $6$ \\\\n".split(" "),
    " --token",
    "token ",
    '"token":"',
    '"token":"\\"',
    '"tokens":"1',
    '\\"token\\":\\"',
    '"token"  ',
    '"token":"\\\\',
    "password=(",
    "password: {",
    "token='x ",
    "-u a:b ",
    "-p'",
    "mysql -p ",
    "docker login -p x ",
    "-----BEGIN PRIVATE KEY-----\n",
    "-----END PRIVATE KEY-----",
    "PuTTY-User-Key-File-",
    "login a password ",
    "<password>",
    "bearer ",
    "basic aaaaaa",
    "?sig=",
    "a:5432:b:c:",
    "identified by '",
    "Authorization: ",
    "cookie: a",
    "hooks.slack.com/services/",
    "://a:b/",
    "://a:b@",
    "name:PASSWORD\n value: ",
    '"name":"TOKEN","value":"',
    "password is ",
    "'password' => ",
  ])("takes no longer than the text is long: %j", (piece) => {
    const text = `token ${piece.repeat(Math.ceil(60_000 / piece.length))}`;
    expect(cpuMsOf(() => redact(text))).toBeLessThan(5_000);
  });

  it.each([`token${" ".repeat(200_000)}`, `"token":${" \n".repeat(100_000)}`, `--token${" ".repeat(100_000)}-`])(
    "is not held up by blanks (%#)",
    (text) => {
      expect(cpuMsOf(() => redact(text))).toBeLessThan(5_000);
    },
  );
});
