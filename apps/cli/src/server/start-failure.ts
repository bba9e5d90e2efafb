// Why a background server did not start, reported to the command that started it as one line of JSON.
import { ParleyError, parseObject } from "@parley/base";
import { describeError } from "../describe-error.ts";
import { codeInData, remedyInData } from "../error-data.ts";

export function formatFailure(error: unknown): string {
  const failure =
    error instanceof ParleyError
      ? { code: error.code, message: error.message, remedy: error.remedy }
      : { message: describeError(error) };
  return `${JSON.stringify({ failure })}\n`;
}

/** Undefined for any other line. */
export function readFailure(line: string): ParleyError | undefined {
  const { failure: data } = parseObject(line) ?? {};
  const { message } = (data ?? {}) as { readonly message?: unknown };
  if (typeof message !== "string") return undefined;
  const remedy = remedyInData({ data });
  const code = codeInData({ data }) ?? "server_not_found";
  return new ParleyError({ code, message, ...(remedy !== undefined && { remedy }) });
}
