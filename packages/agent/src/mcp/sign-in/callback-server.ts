// The local server to which the browser is redirected after a sign-in.
import { ParleyError } from "@parley/base";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CallbackServer extends AsyncDisposable {
  readonly redirectUrl: string;
  /** The parameters of the first callback with our state; others are refused, and it continues to wait. */
  readonly callback: Promise<URLSearchParams>;
}

const ORIGIN = "http://127.0.0.1";
const PATH = "/callback";

export async function openCallbackServer(state: string, wantedPort = 0): Promise<CallbackServer> {
  const arrived = new AbortController();
  const callback = new Promise<URLSearchParams>((resolve) => {
    arrived.signal.addEventListener("abort", () => resolve(arrived.signal.reason as URLSearchParams), { once: true });
  });
  const server = createServer(({ method, url = "" }, response) => {
    if (!URL.canParse(url, ORIGIN)) return answer(response, 404, "Page not found.");
    const { pathname, searchParams } = new URL(url, ORIGIN);
    if (method !== "GET" || pathname !== PATH) return answer(response, 404, "Page not found.");
    if (searchParams.get("state") !== state) {
      return answer(response, 400, "This page does not belong to a sign-in that is under way.");
    }
    answer(response, 200, "Back in Parley. You can close this page; the terminal says whether the sign-in worked.");
    arrived.abort(searchParams);
  });
  await listen(server, wantedPort);
  const { port } = server.address() as AddressInfo;
  return {
    redirectUrl: `${ORIGIN}:${port}${PATH}`,
    callback,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      // The page gets its response before the connection is closed.
      setImmediate(() => server.closeAllConnections());
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (cause) {
    const which = port === 0 ? "No port" : `Port ${port}`;
    const message = `${which} could${port === 0 ? "" : " not"} be opened on this machine for the browser to come back to`;
    throw new ParleyError({ code: "connection_failed", message, cause });
  }
}

/** Plain text that contains no data from the request. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(`${text}\n`);
}
