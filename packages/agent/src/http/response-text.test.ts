import { expect, test } from "vitest";
import { readResponseText } from "./response-text.ts";

test("reads what fits", async () => {
  expect(await readResponseText(new Response("äöü"), 6)).toBe("äöü");
  expect(await readResponseText(new Response(null), 6)).toBe("");
});

test("gives up on an answer without an end, and hangs up", async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: () => void (isCancelled = true),
  });
  await expect(readResponseText(new Response(endless), 10_000)).rejects.toThrow("over 10000 bytes");
  expect(isCancelled).toBe(true);
});
