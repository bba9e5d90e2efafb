// A request as it goes over the wire, for connections that do nothing else.
import type { Address } from "./watched-server.ts";

export interface RawRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Goes as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function formatRequest({ host, port, headers }: Address, request: RawRequest): Buffer {
  const text = request.body === undefined ? "" : JSON.stringify(request.body);
  const all: Record<string, string | number> = { Host: `${host}:${port}`, ...headers, ...request.headers };
  if (text !== "")
    Object.assign(all, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${request.method} ${request.path} HTTP/1.1`, ...lines, "", text].join("\r\n"));
}
