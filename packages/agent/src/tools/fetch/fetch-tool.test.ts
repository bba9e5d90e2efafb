import { answerWith, redirectTo, startWebServer } from "@parley/test-support";
import { type AddressInfo, createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createToolScene } from "../testing/tool-scene.ts";
import { createFetchTool, fetchTool } from "./fetch-tool.ts";
import { FETCH_BODY_BYTES_MAX, FETCH_REDIRECTS_MAX, WEB_IMAGE_BYTES_MAX } from "../../limits.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PAGE = `<html><head><title>A &amp; B</title></head><body><nav>menu</nav><h1>Hi</h1><p>See <a href="/x">x</a></p></body></html>`;

describe("what fetch returns", () => {
  it("is a page as Markdown, title first, with absolute links and without menus", async () => {
    await using web = await startWebServer({ "/page": PAGE });
    await using scene = await createToolScene({ allowsLoopback: true });
    const url = `${web.origin}/page#part`;
    const { text, prepared, outcome } = await scene.call(fetchTool, { url });
    expect(text).toBe(
      `# A & B\n\nSource: ${web.origin}/page (200 OK; text/html, ${PAGE.length} bytes)\n\n# Hi\n\nSee [x](${web.origin}/x)`,
    );
    expect(prepared.subjects).toEqual([
      { request: { kind: "fetch", url: `${web.origin}/page` }, facts: { url: `${web.origin}/page` } },
    ]);
    expect(prepared.title).toBe(`Fetch ${web.origin}/page`);
    expect(outcome.isError).toBeUndefined();
  });

  it("is in the format that was asked for", async () => {
    await using web = await startWebServer({
      "/page": PAGE,
      "/data": answerWith("application/json", `{"a":[1,2]}`),
      "/plain": answerWith("text/plain", "<b>not html</b>"),
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    const get = async (path: string, format?: string) =>
      (await scene.call(fetchTool, { url: web.origin + path, format })).text.split("\n\n").slice(1).join("\n\n");
    expect(await get("/page", "html")).toBe(PAGE);
    expect(await get("/page", "text")).toMatch(/\n\nHi\n\nSee x$/);
    expect(await get("/data", "json")).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
    expect(await get("/data")).toBe('{"a":[1,2]}');
    expect(await get("/plain")).toBe("<b>not html</b>");
    const { outcome, text } = await scene.call(fetchTool, { url: `${web.origin}/page`, format: "json" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/not JSON/);
  });

  it("is an image if it is a small one, by its bytes", async () => {
    await using web = await startWebServer({
      "/a.png": answerWith("image/png", PNG),
      "/unsaid": answerWith("application/octet-stream", PNG),
      "/lie": answerWith("image/png", "no image"),
      "/huge": answerWith("image/png", Buffer.concat([PNG, Buffer.alloc(WEB_IMAGE_BYTES_MAX)])),
      "/a.svg": answerWith("image/svg+xml", "<svg/>"),
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    for (const path of ["/a.png", "/unsaid"]) {
      const { outcome } = await scene.call(fetchTool, { url: web.origin + path });
      expect(outcome.parts[1]).toEqual({ type: "image", mimeType: "image/png", data: PNG.toString("base64") });
      expect(outcome.content?.[1]).toMatchObject({ type: "content", content: { type: "image" } });
    }
    for (const path of ["/lie", "/huge"]) {
      expect((await scene.call(fetchTool, { url: web.origin + path })).outcome.isError).toBe(true);
    }
    expect((await scene.call(fetchTool, { url: `${web.origin}/a.svg` })).text).toMatch(/<svg\/>$/);
  });

  it("is a refusal for what is no text, with what it is", async () => {
    await using web = await startWebServer({
      "/a.zip": answerWith("application/zip", "PK", { "content-length": "2048" }),
      "/b": answerWith("application/octet-stream", Buffer.from("%PDF-1.7 ...")),
      "/c": (_, response) => response.end(Buffer.from([1, 0, 2])),
      "/d": answerWith("text/plain", Buffer.from([65, 0, 66])),
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    const say = async (path: string) => {
      const { outcome, text } = await scene.call(fetchTool, { url: web.origin + path });
      expect(outcome.isError).toBe(true);
      return text;
    };
    expect(await say("/a.zip")).toContain("(application/zip, 2.0 KiB)");
    expect(await say("/b")).toContain("application/pdf");
    expect(await say("/c")).toContain("not text");
    expect(await say("/d")).toContain("text/plain, but not text");
  });

  it("is an error with what the server said when it refuses", async () => {
    await using web = await startWebServer({
      "/500": (_, response) => response.writeHead(500, { "content-type": "text/plain" }).end("kaput"),
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    const missing = await scene.call(fetchTool, { url: `${web.origin}/none` });
    expect([missing.outcome.isError, missing.text]).toEqual([
      true,
      expect.stringMatching(/404 Not Found[^]*no such page$/),
    ]);
    expect((await scene.call(fetchTool, { url: `${web.origin}/500` })).text).toMatch(/500 Internal[^]*kaput$/);
  });

  it.each([
    ["text/plain; charset=iso-8859-1", Buffer.from("caf\xE9", "latin1"), "café"],
    ['text/plain; charset="windows-1252"', Buffer.from([0x80, 0x20, 0x93]), "€ “"],
    ["text/plain;charset=shift_jis", Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "日本"],
    ["text/plain; charset=utf-16le", Buffer.from("héllo", "utf16le"), "héllo"],
    ["text/plain", Buffer.from("\uFEFFhi", "utf16le"), "hi"],
    ["text/plain", Buffer.from("\uFEFFhé", "utf8"), "hé"],
    ["text/plain; charset=klingon", Buffer.from("hé"), "hé"],
    ["text/html", Buffer.from('<meta charset="iso-8859-1"><p>caf\xE9', "latin1"), "café"],
    [
      "text/html",
      Buffer.from("<meta http-equiv=content-type content='text/html; charset=koi8-r'><p>\xD0", "latin1"),
      "п",
    ],
    ["application/xml", Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>\xE9</a>', "latin1"), "é"],
  ])("is in the charset of %s", async (type, body, expected) => {
    await using web = await startWebServer({ "/": answerWith(type, body) });
    await using scene = await createToolScene({ allowsLoopback: true });
    const { text } = await scene.call(fetchTool, { url: web.origin });
    expect(text).toContain(expected);
    expect(text.includes('The charset "klingon" is not known')).toBe(type.includes("klingon"));
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("is unpacked from %s", async (encoding, pack) => {
    await using web = await startWebServer({
      "/": answerWith("text/plain", pack("packed"), { "content-encoding": encoding }),
      "/lie": answerWith("text/plain", "not packed at all", { "content-encoding": encoding }),
      "/odd": answerWith("text/plain", "x", { "content-encoding": "lzma" }),
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    expect((await scene.call(fetchTool, { url: web.origin })).text).toMatch(/packed$/);
    expect((await scene.call(fetchTool, { url: `${web.origin}/lie` })).outcome.isError).toBe(true);
    expect((await scene.call(fetchTool, { url: `${web.origin}/odd` })).text).toContain("lzma");
  });
});

describe("the limits of fetch", () => {
  it("cut what is too long for the model, between characters, and say so", async () => {
    await using web = await startWebServer({ "/": answerWith("text/plain; charset=utf-8", "é".repeat(1_000)) });
    await using scene = await createToolScene({ allowsLoopback: true });
    const { text } = await scene.call(fetchTool, { url: web.origin, bytes_max: 11 });
    expect(text).toMatch(/Note: Truncated to the first 11 bytes[^]*\n\né{5}$/);
    expect(fetchTool.input.safeParse({ url: web.origin, bytes_max: 10_000_000 }).success).toBe(false);
  });

  it("stop an answer without an end", async () => {
    let isClosed: Promise<unknown> | undefined;
    await using web = await startWebServer({
      "/": (_, response) => {
        isClosed = new Promise((resolve) => response.once("close", resolve));
        response.writeHead(200, { "content-type": "text/plain" });
        const chunk = "x".repeat(64 * 1024);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk)) continue;
        };
        response.on("drain", more);
        more();
      },
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    const { text } = await scene.call(fetchTool, { url: web.origin });
    expect(text).toContain("Only the first 5.0 MiB were read.");
    await isClosed;
  });

  it("stop what is packed small and endless inside", async () => {
    const bomb = gzipSync(Buffer.alloc(FETCH_BODY_BYTES_MAX * 8, "x"));
    await using web = await startWebServer({ "/": answerWith("text/plain", bomb, { "content-encoding": "gzip" }) });
    await using scene = await createToolScene({ allowsLoopback: true });
    expect((await scene.call(fetchTool, { url: web.origin })).text).toContain("Only the first 5.0 MiB were read.");
  });

  it.each(["headers", "body"])("end a wait for the %s", async (part) => {
    await using web = await startWebServer({
      "/": (_, response) => {
        if (part === "body") response.writeHead(200, { "content-type": "text/plain" }).write("beginning");
      },
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    const { outcome, text } = await scene.call(createFetchTool({ timeMsMax: 300 }), { url: web.origin });
    expect(outcome.isError).toBe(true);
    expect(text).toContain("timed out after 0.3 seconds");
    const cancelled = new AbortController();
    // The first one may have timed out before it came.
    const before = web.requests.length;
    const call = scene.call(fetchTool, { url: web.origin }, cancelled.signal);
    await expect.poll(() => web.requests.length).toBeGreaterThan(before);
    cancelled.abort();
    expect((await call).text).toBe("Cancelled.");
  });

  it("end a wait for a name server", async () => {
    await using scene = await createToolScene();
    const tool = createFetchTool({ timeMsMax: 200, resolve: () => new Promise(() => undefined) });
    expect((await scene.call(tool, { url: "http://slow.example/" })).text).toContain("timed out after 0.2 seconds");
    const cancelled = await scene.call(tool, { url: "http://slow.example/" }, AbortSignal.timeout(20));
    expect(cancelled.text).toBe("Cancelled.");
  });

  it("hold for redirects without an end", async () => {
    await using web = await startWebServer({ "/": redirectTo("/") });
    await using scene = await createToolScene({ allowsLoopback: true });
    expect((await scene.call(fetchTool, { url: web.origin })).text).toContain(`after ${FETCH_REDIRECTS_MAX} redirects`);
    expect(web.requests).toHaveLength(FETCH_REDIRECTS_MAX + 1);
  });

  it("tell what went wrong on the way", async () => {
    const broken = createServer((socket) => socket.resume().end("nonsense\r\n\r\n"));
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const { port } = broken.address() as AddressInfo;
    await using scene = await createToolScene({ allowsLoopback: true });
    const say = async (url: string) => (await scene.call(fetchTool, { url })).text;
    expect(await say(`http://127.0.0.1:${port}`)).toMatch(/the response is not valid HTTP/);
    await new Promise((resolve) => broken.close(resolve));
    expect(await say(`http://127.0.0.1:${port}`)).toMatch(/connection refused/);
    const noName = createFetchTool({
      resolve: () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" })),
    });
    expect((await scene.call(noName, { url: "http://no.example" })).text).toMatch(/host not found/);
    await using web = await startWebServer({
      "/half": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-length": "100" });
        response.write("half", () => response.destroy());
      },
    });
    expect(await say(`${web.origin}/half`)).toMatch(/failed/);
  });

  it.each([
    "ftp://example.com/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "example.com",
    "//x",
  ])("refuse %j", async (url) => {
    await using scene = await createToolScene({ allowsLoopback: true });
    expect(await scene.fail(fetchTool, { url })).toMatch(/not supported|not a URL/);
  });
});
