import { describe, expect, it } from "vitest";
import { createCookieJar } from "./cookies.ts";

const url = new URL("https://example.test/acp");

function setting(...lines: string[]): Headers {
  const headers = new Headers();
  for (const line of lines) headers.append("set-cookie", line);
  return headers;
}

describe("the cookie jar", () => {
  it("keeps names and values, and gives them back in one header", () => {
    const jar = createCookieJar();
    expect(jar.header(url)).toBe("");
    jar.store(url, setting("a=1; Path=/other; Secure; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "b=x=y", "empty="));
    expect(jar.header(url)).toBe("a=1; b=x=y; empty=");
    jar.store(url, setting("a=2"));
    expect(jar.header(url)).toBe("b=x=y; empty=; a=2");
  });

  it("removes cookies that the server deletes, and ignores invalid ones", () => {
    const jar = createCookieJar();
    jar.store(url, setting("a=1", "b=2"));
    jar.store(url, setting("a=; Max-Age=0", "b=; max-age = -1", "nonsense", "=nameless", `big=${"x".repeat(5_000)}`));
    expect(jar.header(url)).toBe("");
  });

  it("gives nothing to another origin", () => {
    const jar = createCookieJar();
    jar.store(url, setting("a=1"));
    for (const other of ["http://example.test/acp", "https://example.test:8443/", "https://sub.example.test/"]) {
      expect(jar.header(new URL(other))).toBe("");
    }
    expect(jar.header(new URL("https://example.test/elsewhere"))).toBe("a=1");
  });

  it("is bounded, and forgets the oldest first", () => {
    const jar = createCookieJar();
    jar.store(url, setting(...Array.from({ length: 60 }, (_, index) => `c${index}=${index}`)));
    const names = jar.header(url).split("; ");
    expect(names).toHaveLength(50);
    expect([names[0], names.at(-1)]).toEqual(["c10=10", "c59=59"]);
  });
});
