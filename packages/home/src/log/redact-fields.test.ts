import { describe, expect, it } from "vitest";
import { PAYLOAD_DEPTH_MAX } from "../limits.ts";
import { redactFields } from "./redact-fields.ts";

/** In pieces, because no source may contain one. */
const KEY = ["sk", "ant", "api03", "a1B2c3D4e5".repeat(9)].join("-");

describe("redactFields", () => {
  it("shares what has no secret, and does not change what has one", () => {
    const clean = { content: { type: "text", text: "hello" } };
    expect(redactFields(clean)).toBe(clean);
    const event = { clean, secret: { text: `use ${KEY}` } };
    const redacted = redactFields(event);
    expect(JSON.stringify(redacted)).not.toContain(KEY);
    expect(redacted.clean).toBe(clean);
    expect(event.secret.text).toContain(KEY);
  });

  it("hides a field with a secret name only where the protocol does not define the fields", () => {
    const fields = { password: "hunter2", nested: [{ apiKey: "plain words" }] };
    const hidden = { password: "…", nested: [{ apiKey: "…" }] };
    for (const name of ["rawInput", "rawOutput", "_meta", "response"]) {
      expect(redactFields({ [name]: fields })).toEqual({ [name]: hidden });
    }
    expect(redactFields({ title: fields })).toEqual({ title: fields });
  });

  it("leaves ids and images alone, except in a payload", () => {
    const event = { type: "update", toolCallId: KEY, image: { mimeType: "image/png", data: KEY } };
    expect(redactFields(event)).toBe(event);
    expect(JSON.stringify(redactFields({ rawInput: { ...event, blob: KEY } }))).not.toContain(KEY);
  });

  it("understands a command line that is a list", () => {
    expect(redactFields({ args: ["mysql", "--password", "hunter2", "-v"] })).toEqual({
      args: ["mysql", "--password", "…", "-v"],
    });
  });

  it.each([undefined, null, 5, true, "", []])("accepts %j", (value) => {
    expect(redactFields(value)).toEqual(value);
  });

  it("hides what is too deep to search", () => {
    let deep: unknown = "plain words";
    for (let depth = 0; depth < PAYLOAD_DEPTH_MAX * 2; depth += 1) deep = { inner: deep };
    const text = JSON.stringify(redactFields(deep));
    expect(text).toContain('"inner":"…"');
    expect(text).not.toContain("plain words");
  });

  it("keeps a field called __proto__ a field", () => {
    const event = JSON.parse(`{"__proto__": {"text": "${KEY}"}}`) as object;
    const redacted = redactFields(event);
    expect(Object.keys(redacted)).toEqual(["__proto__"]);
    expect(JSON.stringify(redacted)).not.toContain(KEY);
  });
});
