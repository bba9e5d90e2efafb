// Asks the model to summarise the conversation, with less and less of it if it does not fit.
import type { ModelRequest, ModelUsage } from "../../models/model.ts";
import { describeFailure } from "../../text/sentences.ts";
import { SUMMARY_ATTEMPTS_MAX, SUMMARY_CHARS_MAX, SUMMARY_OUTPUT_TOKENS_MAX } from "../../limits.ts";
import { Answer, streamAnswer, type AnswerEnd } from "../model-answer.ts";
import { CHARS_PER_TOKEN, addUsage, NO_USAGE } from "../tokens.ts";
import type { Emit } from "../types.ts";
import type { CompactOptions } from "./compact.ts";
import { summariseOffline } from "./offline-summary.ts";
import { createSummaryRequest, SUMMARY_SYSTEM } from "./summary-text.ts";
import { toTranscriptText } from "./transcript-text.ts";

export type SummaryEnd =
  | { readonly summary: string; readonly usage: ModelUsage }
  | { readonly failed: string; readonly usage: ModelUsage };

/** Share of the context window that the request may fill; the rest is for the summary and for a low estimate. */
const REQUEST_WINDOW_SHARE = 0.6;
const ANSWER_SHARE = 0.2;
/** How much smaller each attempt is. */
const SHRINKAGE = 3;
const ATTEMPT_CHARS_MIN = 400;

export async function summarise(options: CompactOptions, window: number, emit: Emit): Promise<SummaryEnd> {
  const { conversation, focus } = options;
  let usage = NO_USAGE;
  let charsMax = Math.floor(window * REQUEST_WINDOW_SHARE * CHARS_PER_TOKEN);
  for (let attempt = 1; attempt <= SUMMARY_ATTEMPTS_MAX; attempt += 1) {
    const transcript = toTranscriptText(conversation.messages, charsMax);
    const { end, text } = await requestSummary(options, createRequest(transcript, focus, window), emit);
    if (end.type === "aborted") return { failed: "Compaction was cancelled.", usage };
    if (end.type === "finish") {
      usage = addUsage(usage, end.usage);
      if (text.trim() !== "" && end.reason !== "refusal") return { summary: text.trim(), usage };
      break;
    }
    if (end.failure.kind !== "context_overflow") return { failed: describeFailure(end.failure), usage };
    charsMax = Math.max(ATTEMPT_CHARS_MIN, Math.floor(Math.min(charsMax, transcript.length) / SHRINKAGE));
  }
  // A poor summary is better than a session that is stuck.
  const text = "The model did not produce a summary; a list of what was done is used instead.";
  emit({ type: "notice", severity: "warning", text });
  return { summary: summariseOffline(conversation.messages), usage };
}

function createRequest(transcript: string, focus: string | undefined, window: number): ModelRequest {
  const outputTokensMax = Math.min(SUMMARY_OUTPUT_TOKENS_MAX, Math.floor(window * ANSWER_SHARE));
  const messages = [createSummaryRequest(transcript, focus)];
  return { system: SUMMARY_SYSTEM, messages, tools: [], thinking: "off", outputTokensMax };
}

async function requestSummary(
  { model, signal, log }: CompactOptions,
  request: ModelRequest,
  emit: Emit,
): Promise<{ end: AnswerEnd; text: string }> {
  let chars = 0;
  // Only text is passed on: the request offers no tools, so a call would be meaningless.
  const answer = new Answer((event) => {
    if (event.type !== "text" || chars > SUMMARY_CHARS_MAX) return;
    chars += event.text.length;
    emit({ type: "compaction_text", text: event.text });
  }, new Set());
  const end = await streamAnswer(model, request, answer, { emit, signal, log });
  const text = answer
    .completeText()
    .map((part) => part.text)
    .join("\n\n");
  return { end, text };
}
