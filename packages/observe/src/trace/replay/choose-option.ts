// Chooses the answer to a question whose options differ from the recorded ones.
import { isObject } from "@parley/base";
import { fieldsOf, type Fields, type PlacedFrame } from "../conversation.ts";
import type { LiveCall } from "./live-wire.ts";

/** The recorded option if it is offered, otherwise one of the same kind, otherwise cancelled. */
export function chooseOption(answer: string, { request, result }: PlacedFrame, call: LiveCall): string {
  const { optionId } = fieldsOf(fieldsOf(result)["outcome"]);
  const offered = optionsOf(call.params);
  if (typeof optionId !== "string" || offered.some((option) => option["optionId"] === optionId)) return answer;
  const recorded = optionsOf(request?.params ?? {}).find((option) => option["optionId"] === optionId);
  const same = offered.find((option) => option["kind"] === recorded?.["kind"]);
  const outcome = same === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: same["optionId"] };
  return JSON.stringify({ jsonrpc: "2.0", id: call.id, result: { outcome } });
}

function optionsOf({ options }: Fields): readonly Fields[] {
  return Array.isArray(options) ? options.filter(isObject) : [];
}
