// One HTTP request with a time limit: behind a half-open connection, there is never an answer.
import { REQUEST_MS_MAX } from "../limits.ts";

/** A server answered, and its answer is no. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Reachable {
  readonly url: string;
  readonly token: string;
}

export async function request<Answer>(
  server: Reachable,
  method: string,
  path: string,
  { body, key }: { readonly body?: object; readonly key?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      "content-type": "application/json",
      "A2A-Version": "1.0",
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
  });
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, `${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
