// For clients that answer a request for permission with the kind of the option instead of its id.
import type { PermissionOption, RequestPermissionResponse } from "./generated/types.ts";

/** The id of the only option of that kind, if no option has the answer as its id; otherwise the answer unchanged. */
export function resolveOption(
  options: readonly Pick<PermissionOption, "optionId" | "kind">[],
  response: RequestPermissionResponse,
): RequestPermissionResponse {
  const { outcome } = response;
  if (outcome.outcome !== "selected") return response;
  const { optionId: chosen } = outcome;
  if (options.some(({ optionId }) => optionId === chosen)) return response;
  const [option, ...more] = options.filter(({ kind }) => kind === chosen);
  if (option === undefined || more.length > 0) return response;
  return { ...response, outcome: { ...outcome, optionId: option.optionId } };
}
