// Bytes to a server over a plain socket, for requests that no HTTP client would send.
import { connect } from "node:net";

/** Resolves with everything that the server sent, once it has closed the connection. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  return exchange(url, bytes, false);
}

/** Sends the bytes and resets the connection at once. */
export async function sendAndReset(url: string, bytes: string): Promise<void> {
  await exchange(url, bytes, true);
}

function exchange(url: string, bytes: string, resets: boolean): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => {
      socket.write(Buffer.from(bytes, "latin1"), () => {
        if (resets) socket.resetAndDestroy();
      });
    });
    socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
    // A server that resets the connection has answered too; `close` follows.
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(answer));
  });
}
