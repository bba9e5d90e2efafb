// Talks to a browser over pipes with JSON messages that end with a NUL. Other programs cannot connect, as no port is open.
import { parseObject } from "@parley/base";
import type { GuardedProcess } from "@parley/machine";
import type { ConnectOverCDPTransport } from "playwright-core";
import { BROWSER_MESSAGE_BYTES_MAX } from "../../limits.ts";

export function createPipeTransport(browser: Pick<GuardedProcess, "stdin" | "stdout">): ConnectOverCDPTransport {
  const held: Buffer[] = [];
  let heldBytes = 0;
  const transport: ConnectOverCDPTransport = {
    send(message) {
      browser.stdin.write(`${JSON.stringify(message)}\0`);
    },
    close() {
      browser.stdin.end();
    },
  };
  browser.stdout.on("data", (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const message = parseObject(Buffer.concat([...held.splice(0), rest.subarray(0, end)]).toString("utf8"));
      heldBytes = 0;
      rest = rest.subarray(end + 1);
      // A program that does not write JSON is not a browser.
      if (message === undefined) browser.stdout.destroy();
      // Each message gets its own event loop turn, so that its microtasks finish before the next message.
      else setImmediate(() => transport.onmessage?.(message));
    }
    if (rest.length > 0) held.push(rest);
    heldBytes += rest.length;
    if (heldBytes > BROWSER_MESSAGE_BYTES_MAX) browser.stdout.destroy();
  });
  browser.stdout.once("close", () => setImmediate(() => transport.onclose?.("The browser has exited")));
  return transport;
}
