import { expect, test } from "vitest";
import { readResponseText } from "./response-text.ts";

test("reads a response within the limit", async () => {
  expect(await readResponseText(new Response("äöü"), 6)).toBe("äöü");
  expect(await readResponseText(new Response(null), 6)).toBe("");
});

test("stops reading an endless response and closes the connection", async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: () => void (isCancelled = true),
  });
  await expect(readResponseText(new Response(endless), 10_000)).rejects.toThrow("larger than 10000 bytes");
  expect(isCancelled).toBe(true);
});
