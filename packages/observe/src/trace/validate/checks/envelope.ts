// Checks that each frame is a JSON-RPC 2.0 message.
import { isObject, truncate } from "@parley/base";
import { isRequestId } from "@parley/rpc";
import type { PlacedFrame } from "../../conversation.ts";
import { SUMMARY_CHARS_MAX } from "../../../limits.ts";
import type { CreateCheck, Report } from "../finding.ts";

export const checkEnvelope: CreateCheck = () => ({ check: checkFrame });

function checkFrame(placed: PlacedFrame, report: Report): void {
  const { frame, kind } = placed;
  const { message, text = "", from } = frame;
  if (kind === "text") {
    const channel = from === "agent" ? "stdout" : "stdin";
    if (frame.isCut)
      report.found(placed, "frame-not-kept", `${frame.bytes} bytes were too large to be recorded, or not text`);
    else
      report.found(
        placed,
        "not-json",
        `The agent wrote something that is not JSON to ${channel}: ${truncate(text, SUMMARY_CHARS_MAX)}`,
      );
    return;
  }
  if (Array.isArray(message)) {
    report.found(placed, "batch", "A batch was sent; the protocol has none");
    return;
  }
  if (!isObject(message)) {
    report.found(
      placed,
      "not-a-message",
      `JSON that is not a message was sent: ${truncate(JSON.stringify(message), SUMMARY_CHARS_MAX)}`,
    );
    return;
  }
  if (message["jsonrpc"] !== "2.0")
    report.found(placed, "no-jsonrpc", `The field "jsonrpc" is missing or is not "2.0"`);
  const { id } = message;
  if ("id" in message && !isRequestId(id))
    report.found(
      placed,
      "bad-id",
      `The id is ${truncate(JSON.stringify(id), SUMMARY_CHARS_MAX)}; expected a number, a string or null`,
    );
  else if (typeof id === "number" && !Number.isInteger(id))
    report.found(placed, "bad-id", `The id ${id} is not a whole number`);
  if (kind === "invalid") report.found(placed, "not-a-message", describeInvalid(message));
  if ("result" in message && "error" in message)
    report.found(placed, "not-a-message", "A response has both a result and an error");
  if (kind === "response" && "error" in message) checkError(placed, report);
}

function describeInvalid(message: Readonly<Record<string, unknown>>): string {
  const hasAnswer = "result" in message || "error" in message;
  return hasAnswer
    ? "A response has no id that can be matched"
    : "A message has neither a method nor a result nor an error";
}

function checkError(placed: PlacedFrame, report: Report): void {
  const { error } = placed;
  const fits = isObject(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string";
  if (!fits)
    report.found(
      placed,
      "error-shape",
      `An error needs a whole number as code and a message; it is ${truncate(JSON.stringify(error), SUMMARY_CHARS_MAX)}`,
    );
}
