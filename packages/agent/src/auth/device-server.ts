// The device flow's server: its address, and one request to it with limits on time and size.
import { isLoopbackHost, ParleyError, parseObject, readResponseText, type JsonObject } from "@parley/base";
import { DEVICE_ANSWER_BYTES_MAX, DEVICE_REQUEST_MS } from "../limits.ts";
import { CLIENT_ID_VARIABLE, HOST_VARIABLE, type Variables } from "./variables.ts";

export interface DeviceServer {
  readonly host: URL;
  readonly clientId: string;
  readonly fetch: typeof fetch;
}

const DEFAULT_HOST = "https://github.com";

/** Throws an error that says what to configure. Parley has no registered app, so the user needs their own. */
export function readDeviceServer(env: Variables, fetchIt: typeof fetch): DeviceServer {
  const clientId = env[CLIENT_ID_VARIABLE]?.trim() ?? "";
  if (clientId === "") {
    const message = `Signing in to GitHub with a code requires ${CLIENT_ID_VARIABLE} in the agent's environment: the client id of a GitHub app with the device flow enabled (${DEFAULT_HOST}/settings/developers)`;
    const remedy = { label: "Save a token instead", command: "parley agent login github" };
    throw new ParleyError({ code: "sign_in_needed", message, remedy });
  }
  return { host: parseHost(env[HOST_VARIABLE]?.trim() ?? ""), clientId, fetch: fetchIt };
}

/** A host name or URL. Plain HTTP is allowed on this machine only, because tokens must not be sent unencrypted. */
function parseHost(text: string): URL {
  if (text === "") return new URL(DEFAULT_HOST);
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === "https:" || isLoopbackHost(url.hostname))) {
    return new URL(url.pathname.endsWith("/") ? url.href : `${url.href}/`);
  }
  const message = `${HOST_VARIABLE} is ${JSON.stringify(text)}; expected a host name or an https URL`;
  throw new ParleyError({ code: "bad_config", message });
}

export interface Answered {
  readonly status: number;
  readonly body: JsonObject;
}

/** Worth retrying. */
export interface Transient {
  readonly transient: string;
}

export function isTransient(reply: Answered | Transient): reply is Transient {
  return "transient" in reply;
}

/** Never rejects. */
export async function post(
  { host, fetch: fetchIt }: DeviceServer,
  path: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answered | Transient> {
  try {
    const response = await fetchIt(new URL(path, host), {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
      // Redirects are not followed, because the request contains secrets.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEVICE_REQUEST_MS)]),
    });
    const { status } = response;
    const body = parseObject(await readResponseText(response, DEVICE_ANSWER_BYTES_MAX));
    if (body !== undefined && status < 500 && status !== 429) return { status, body };
    if (status < 300 || status === 408 || status === 429 || status >= 500) return { transient: toWords(status) };
    return { status, body: { error: `status_${status}`, error_description: toWords(status) } };
  } catch (error) {
    return { transient: error instanceof Error ? causeOf(error) : String(error) };
  }
}

const SHOWN_CHARS_MAX = 300;

/** The server's error message, for the user. */
export function describe({ body }: Answered): string {
  const { error, error_description: description } = body;
  const text = typeof description === "string" && description !== "" ? description : String(error);
  return text.replaceAll(/[^\u0020-\u007E]/g, " ").slice(0, SHOWN_CHARS_MAX);
}

function toWords(status: number): string {
  return status < 300 ? "the response is not JSON" : `the response was HTTP ${status}`;
}

/** `fetch failed` says nothing; the reason is in its cause. */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
