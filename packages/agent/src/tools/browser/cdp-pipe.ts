// Talks to a browser over its pipes: messages of JSON, each ended by a zero. No port is opened that others could talk to.
import { parseObject } from "@parley/base";
import type { GuardedProcess } from "@parley/machine";
import type { ConnectOverCDPTransport } from "playwright-core";
import { MESSAGE_BYTES_MAX } from "./limits.ts";

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
      // Whoever it is, it is no browser.
      if (message === undefined) browser.stdout.destroy();
      // Each in a turn of its own: what one message sets going is to be done before the next one comes.
      else setImmediate(() => transport.onmessage?.(message));
    }
    if (rest.length > 0) held.push(rest);
    heldBytes += rest.length;
    if (heldBytes > MESSAGE_BYTES_MAX) browser.stdout.destroy();
  });
  browser.stdout.once("close", () => setImmediate(() => transport.onclose?.("The browser has exited")));
  return transport;
}
