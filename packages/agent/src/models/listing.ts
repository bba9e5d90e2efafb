// Reads the list of models from a server.
// Does not import `home`, because this is loaded before `initialize` is answered.
import { isObject, readResponseText } from "@parley/base";
import { withoutVersion } from "./base-url.ts";
import type { ModelEnvironment } from "./environment.ts";
import { defaultModelLimits, LISTED_MODELS_MAX, MODEL_LIST_BYTES_MAX } from "../limits.ts";
import { valueOf, type Access, type ListingKind, type Provider } from "./provider.ts";

interface Listing {
  readonly path: string;
  readonly headers: (access: Access) => Readonly<Record<string, string>>;
  /** Where the models are in the response, and how they are named. */
  readonly list: string;
  readonly name: string;
}

const ANTHROPIC_VERSION = "2023-06-01";

const listings: Readonly<Record<ListingKind, Listing>> = {
  openai: {
    path: "/models",
    headers: (access) => bearer(valueOf(access, "OPENAI_API_KEY")),
    list: "data",
    name: "id",
  },
  anthropic: {
    path: "/models?limit=1000",
    headers: (access) => {
      const key = valueOf(access, "ANTHROPIC_API_KEY");
      const sign = key === undefined ? bearer(valueOf(access, "ANTHROPIC_AUTH_TOKEN")) : { "x-api-key": key };
      return { "anthropic-version": ANTHROPIC_VERSION, ...sign };
    },
    list: "data",
    name: "id",
  },
  google: {
    path: "/models?pageSize=1000",
    headers: (access): Record<string, string> => {
      const key = valueOf(access, "GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY");
      return key === undefined ? {} : { "x-goog-api-key": key };
    },
    list: "models",
    name: "name",
  },
  ollama: { path: "/api/tags", headers: () => ({}), list: "models", name: "name" },
};

/** Undefined if it is not available in time. Never throws, because nothing depends on the list. */
export async function fetchModelList(
  { listing: kind, id }: Provider,
  access: Access,
  environment: ModelEnvironment,
  signal?: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (kind === undefined || access.baseUrl === undefined) return undefined;
  const { path, headers, list, name } = listings[kind];
  const base = kind === "ollama" ? withoutVersion(access.baseUrl) : access.baseUrl;
  const inTime = AbortSignal.timeout(environment.limits?.listMs ?? defaultModelLimits.listMs);
  try {
    const response = await access.fetch(`${base}${path}`, {
      headers: headers(access),
      signal: signal === undefined ? inTime : AbortSignal.any([signal, inTime]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    return readNames(JSON.parse(await readResponseText(response, MODEL_LIST_BYTES_MAX)), list, name);
  } catch (error) {
    environment.log.write("debug", "no list of models", { provider: id, reason: String(error) });
    return undefined;
  }
}

function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function readNames(answer: unknown, list: string, name: string): readonly string[] {
  const entries: unknown = isObject(answer) ? answer[list] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries
    .slice(0, LISTED_MODELS_MAX)
    .flatMap((entry: unknown) => (isObject(entry) && typeof entry[name] === "string" ? [entry[name]] : []))
    .map((found) => found.replace(/^models\//, ""));
}
