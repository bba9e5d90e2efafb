// Extracts facts from an error of any provider package, without importing the package.
import { causesOf, findNetworkCode, isObject } from "@parley/base";
import { parseJson } from "../../text/parse-json.ts";

export interface ErrorFacts {
  /** HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** The provider's error types and codes, as one string. */
  readonly labels: string;
  readonly message: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The response body, if there was no stream. */
  readonly body: string;
  /** ECONNREFUSED and the like. */
  readonly networkCode: string | undefined;
  /** The response does not follow the provider's protocol. */
  readonly isUnreadable: boolean;
}

/** Names of errors for invalid responses. */
const UNREADABLE = /AI_(?:JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContentGenerated)/;
/** Errors inside a stream carry no status of their own. */
const STATUS_OF_LABEL: readonly (readonly [RegExp, number])[] = [
  [/insufficient_quota|billing/, 402],
  [/rate_limit|resource_exhausted|throttl/, 429],
  [/overloaded|unavailable/, 529],
  [/authentication|unauthenticated|invalid_api_key/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/request_too_large/, 413],
  [/timeout|deadline/, 504],
  [/invalid|bad_request|context_length/, 400],
  [/api_error|server_error|internal/, 500],
];

export function readError(error: unknown): ErrorFacts {
  const fields = toFields(error);
  const inner = innermost(fields);
  const labels = [fields, inner]
    .flatMap(({ type, code, status, reason }) => [type, code, status, reason])
    .filter((label) => typeof label === "string")
    .join(" ")
    .toLowerCase();
  const causes = causesOf(error);
  return {
    status: statusOf(fields, inner, labels),
    labels,
    message: messageOf(error, fields, inner),
    headers: toHeaders(fields["responseHeaders"]),
    body: typeof fields["responseBody"] === "string" ? fields["responseBody"] : "",
    networkCode: findNetworkCode(error),
    isUnreadable: isUnreadable(causes, fields),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function toFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The provider's error: `{error: {message, type}}`, alone or in a response body. */
function innermost(fields: Fields): Fields {
  const body = typeof fields["responseBody"] === "string" ? parseJson(fields["responseBody"])?.value : undefined;
  const said =
    [fields["data"], body, fields].map(toFields).find((candidate) => Object.keys(candidate).length > 0) ?? {};
  const list = Array.isArray(body) ? toFields(body[0]) : said;
  return isObject(list["error"]) ? list["error"] : toFields(list);
}

function statusOf(fields: Fields, inner: Fields, labels: string): number | undefined {
  const told = [fields["statusCode"], fields["status"], inner["code"], inner["status"]].map(Number);
  const status = told.find((number) => number >= 400 && number <= 599);
  // A package may report status 500 for an error at the start of a stream whose type is more precise.
  if (status !== undefined && status !== 500) return status;
  const labelled = STATUS_OF_LABEL.find(([pattern]) => pattern.test(labels))?.[1];
  return labelled ?? status;
}

function messageOf(error: unknown, fields: Fields, inner: Fields): string {
  const candidates = [inner["message"], inner["error"], inner["detail"], fields["message"], error];
  const said = candidates.find((candidate) => typeof candidate === "string" && candidate.trim() !== "");
  return typeof said === "string" ? said.trim() : "";
}

function toHeaders(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(toFields(value)).flatMap(([name, text]) =>
    typeof text === "string" ? [[name.toLowerCase(), text]] : [],
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

function isUnreadable(causes: readonly unknown[], fields: Fields): boolean {
  if (causes.some((cause) => UNREADABLE.test(String(toFields(cause)["name"])))) return true;
  // Not even HTTP.
  if (causes.some((cause) => String(toFields(cause)["code"]).startsWith("HPE_"))) return true;
  // One package converts the first error of a stream to text.
  return typeof fields["responseBody"] === "string" && UNREADABLE.test(fields["responseBody"].slice(0, 200));
}
