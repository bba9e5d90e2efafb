// A client that holds every answer against the contract.
import type { z } from "zod";
import type { Run, RunEvent, WireError } from "../wire.ts";
import * as contract from "./contract.ts";
import { readFrames, type Frame } from "./read-frames.ts";

export interface TestClient {
  get(path: string): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Of a status that is expected, and of the contract's shape. */
  run(response: Response | Promise<Response>, status?: number): Promise<Run>;
  error(response: Response | Promise<Response>, status: number): Promise<WireError>;
  events(runId: string): Promise<RunEvent[]>;
  stream(response: Response | Promise<Response>): AsyncGenerator<Frame, void>;
}

interface Fetcher {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

async function read<T>(response: Response | Promise<Response>, status: number, schema: z.ZodType): Promise<T> {
  const given = await response;
  const body: unknown = await given.json();
  if (given.status !== status) throw new Error(`${given.status} instead of ${status}: ${JSON.stringify(body)}`);
  schema.parse(body);
  return body as T;
}

export function openClient(server: Fetcher): TestClient {
  return {
    get: (path) => server.fetch(path),
    post: (path, body, headers = {}) =>
      server.fetch(path, {
        method: "POST",
        headers,
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    run: (response, status = 200) => read<Run>(response, status, contract.run),
    error: (response, status) => read<WireError>(response, status, contract.error),
    async events(runId) {
      const list = await read<{ events: RunEvent[] }>(server.fetch(`/runs/${runId}/events`), 200, contract.events);
      return list.events;
    },
    async *stream(response) {
      for await (const frame of readFrames(await response)) {
        contract.event.parse(frame.event);
        yield frame;
      }
    },
  };
}

export function say(content: string, role = "user"): object {
  return { role, parts: [{ content_type: "text/plain", content }] };
}

export function textOf(run: Pick<Run, "output">): string {
  return run.output
    .flatMap(({ parts }) =>
      parts.map(({ content, content_type: type }) => (type === "text/plain" ? (content ?? "") : "")),
    )
    .join("");
}
