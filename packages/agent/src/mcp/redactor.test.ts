import { describe, expect, it } from "vitest";
import { createRedactor } from "./redactor.ts";

describe("createRedactor", () => {
  it("hides what a program was given", () => {
    const env = [
      { name: "A", value: "abcdef" },
      { name: "B", value: "abcdefghi" },
      { name: "DEBUG", value: "1" },
    ];
    const redact = createRedactor({ name: "x", command: "x", args: [], env });
    expect(redact("1: abcdefghi and abcdef")).toBe("1: … and …");
  });

  it("hides headers, and what is behind the first word of them", () => {
    const headers = [{ name: "Authorization", value: "Bearer verysecret" }];
    const redact = createRedactor({ type: "http", name: "x", url: "https://x/?key=inTheAddress", headers });
    const text = redact("Bearer verysecret; verysecret; https://x/?key=inTheAddress");
    expect(text).not.toMatch(/verysecret|inTheAddress/);
  });

  it("keeps the beginning and the end of what is long", () => {
    const redact = createRedactor({ name: "x", command: "x", args: [], env: [] });
    const text = redact(`begin ${"word ".repeat(10_000)} end`);
    expect(text.length).toBeLessThan(1_600);
    expect(text).toMatch(/^begin .* end$/);
  });

  it("takes what is no server as it is", () => {
    const redact = createRedactor({ type: "odd", env: [null, 3, { value: 4 }], url: "no address" } as never);
    expect(redact("fine")).toBe("fine");
  });
});
