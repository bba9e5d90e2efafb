// A permission request of a server, which has decided to ask the user, so the question is shown unchanged.
import type { PersonAnswer } from "@parley/home/judge";
import type { Known, RequestPermissionRequest, RequestPermissionResponse, ToolCallUpdate } from "@parley/acp";
import { isObject } from "@parley/base";
import type { Proposal } from "@parley/policy";
import type { AskedDecision } from "../ask.ts";
import { toAnsweredOutcome } from "./answered-outcome.ts";
import { askPermission } from "../gate/ask-permission.ts";
import type { Gate } from "../gate/gate.ts";
import { PROPOSALS_MAX } from "../../limits.ts";

type Response = Known<RequestPermissionResponse>;

const NO_REASON = "The server asks for your approval";

/** `toolCall`: the request's, merged with what was announced before. The server stores remembered choices. */
export async function putServerQuestion(
  gate: Gate,
  request: RequestPermissionRequest,
  toolCall: ToolCallUpdate,
  signal: AbortSignal,
): Promise<Response> {
  const { options: answers, toolCall: recorded } = request;
  const { decision, proposals } = readQuestion(request);
  const { options, scope } = gate;
  const toOutcome = (answer: PersonAnswer): Response["outcome"] => toAnsweredOutcome(answer, answers);
  const input = { toolCall, options: answers, origin: "agent", decision, proposals } as const;
  const asking = { signal: gate.wanted(signal), toOutcome, recorded };
  const answer = await gate.asking(() => askPermission({ ...options, scope }, input, asking));
  const { remember, reason, by } = answer;
  const said = {
    ...(remember !== undefined && { remember: remember.scope }),
    // An answer by `--approve` does not come from the user.
    ...(reason !== undefined && by !== "rule" && { reason }),
  };
  return {
    outcome: toOutcome(answer),
    ...(Object.keys(said).length > 0 && { _meta: { parley: said } }),
  };
}

/** `_meta.parley` of the request. */
function readQuestion({ _meta: meta }: RequestPermissionRequest): {
  readonly decision: AskedDecision;
  readonly proposals: readonly Proposal[];
} {
  const own = isObject(meta) ? meta["parley"] : undefined;
  const { reason, danger, proposals } = isObject(own) ? own : {};
  const listed: readonly unknown[] = Array.isArray(proposals) ? proposals.slice(0, PROPOSALS_MAX) : [];
  return {
    decision: {
      reason: typeof reason === "string" && reason !== "" ? reason : NO_REASON,
      danger: typeof danger === "string" ? { sentence: danger } : undefined,
    },
    proposals: listed.filter((row): row is Proposal => isObject(row) && typeof row["text"] === "string"),
  };
}
