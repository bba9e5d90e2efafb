// The lifecycle of a request: gate, body, route, response, log.
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Log } from "@parley/base";
import type { IncomingMessage, ServerResponse } from "node:http";
import { corsHeaders, preflightHeaders, type JudgeOrigin } from "../auth/origins.ts";
import type { ServerLimits } from "../limits.ts";
import { admissionOf, beginAdmission, pathOf, type Admission } from "../http/admission.ts";
import type { BodyBudget } from "../http/body-budget.ts";
import type { ServerApp } from "../http/dialect.ts";
import type { Gate } from "./gate.ts";
import type { OpenCallers } from "./open-callers.ts";
import { admitBody, hasBody } from "../http/read-body.ts";
import {
  internalFailure,
  isBodyRefusal,
  sendRefusal,
  UNKNOWN_EXPECTATION,
  type BodyRefusal,
  type Refusal,
} from "../http/refusal.ts";

/** Answers a request that needs no authentication. True if it did. */
export type PublicHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

export interface ListenerOptions {
  readonly app: ServerApp;
  readonly gate: Gate;
  readonly callers: OpenCallers;
  readonly judgeOrigin: JudgeOrigin;
  /** A browser with a token in its URL. */
  readonly signIn: PublicHandler;
  /** A browser without a token. */
  readonly showSignIn: PublicHandler;
  /** The refusal of a body, in the format of the dialect whose path it was sent to. */
  readonly formatRefusal: (path: string, refusal: BodyRefusal) => string | undefined;
  readonly bodies: BodyBudget;
  readonly limits: ServerLimits;
  readonly log: Log;
  readonly draining: AbortSignal;
  readonly onFinished: (admission: Admission, outgoing: ServerResponse) => void;
}

export function createListener(
  options: ListenerOptions,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { app, gate, limits, log } = options;
  const answer = getRequestListener((request, env) => app.fetch(request, env), { errorHandler: answerBadTarget });
  /** One for all responses. */
  function onClose(this: ServerResponse): void {
    const admission = admissionOf(this.req);
    if (admission === undefined) return;
    admission.body?.release();
    try {
      options.onFinished(admission, this);
    } catch (error) {
      log.write("error", "a request could not be recorded", { requestId: admission.requestId, error: String(error) });
    }
  }
  const refuseInShape = (incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal): void => {
    const body = isBodyRefusal(refusal) ? options.formatRefusal(pathOf(incoming), refusal) : undefined;
    refuse(outgoing, refusal, body);
  };
  const run = async (incoming: IncomingMessage, outgoing: ServerResponse, admission: Admission): Promise<void> => {
    if (hasBody(incoming)) {
      admission.body = options.bodies.open(admission.caller?.name ?? "");
      const refusal = await admitBody(incoming, admission.body, limits.bodyBytesMax);
      if (refusal !== undefined) return refuseInShape(incoming, outgoing, refusal);
    }
    await answer(incoming, outgoing);
  };

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse, admission: Admission): void => {
    if (options.draining.aborted) outgoing.shouldKeepAlive = false;
    const refusal = gate.inspect(incoming);
    if (refusal !== undefined) return refuseInShape(incoming, outgoing, refusal);
    if (welcomeOrigin(incoming, outgoing, options.judgeOrigin) || options.signIn(incoming, outgoing)) return;
    const verdict = gate.admit(incoming);
    if ("refusal" in verdict) {
      if (verdict.refusal.status !== 401 || !options.showSignIn(incoming, outgoing)) refuse(outgoing, verdict.refusal);
      return;
    }
    admission.caller = verdict.caller;
    options.callers.opened(verdict.caller, outgoing);
    run(incoming, outgoing, admission).catch((error: unknown) => fail(outgoing, error, log));
  };

  return (incoming, outgoing) => {
    const admission = beginAdmission(incoming);
    outgoing.on("close", onClose);
    try {
      if (hasUnknownExpectation(incoming)) refuse(outgoing, UNKNOWN_EXPECTATION);
      else handle(incoming, outgoing, admission);
    } catch (error) {
      // An exception beyond this point would end the process, which a single request must never do.
      fail(outgoing, error, log);
    }
  };
}

/** For failures that no route handled: 500 if no response was started, otherwise the connection closes. */
function fail(outgoing: ServerResponse, error: unknown, log: Log): void {
  const requestId = admissionOf(outgoing.req)?.requestId ?? "";
  if (outgoing.headersSent || outgoing.destroyed || outgoing.req.destroyed) {
    log.write("info", "a request was interrupted", { requestId, error: String(error) });
    outgoing.destroy();
    return;
  }
  log.write("error", "a request failed", { requestId, error: error instanceof Error ? error.stack : String(error) });
  refuse(outgoing, internalFailure(requestId));
}

/** Node passes on requests whose `Expect` is something else than `100-continue`. */
function hasUnknownExpectation({ headers: { expect } }: IncomingMessage): boolean {
  return expect !== undefined && expect.toLowerCase() !== "100-continue";
}

/** A path or host that is not a valid URL. Any other error is left to `fail`. */
function answerBadTarget(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error;
  const message = `The request's path or Host is not valid: ${error.message}`;
  return Response.json({ code: "bad_request", message }, { status: 400 });
}

function refuse(outgoing: ServerResponse, refusal: Refusal, body?: string): void {
  sendRefusal(outgoing, refusal, admissionOf(outgoing.req)?.requestId ?? "", body);
}

/** True if it was a CORS preflight request, which is now answered. */
function welcomeOrigin(incoming: IncomingMessage, outgoing: ServerResponse, judgeOrigin: JudgeOrigin): boolean {
  const { headers, method } = incoming;
  const kind = judgeOrigin(headers);
  if (kind === "allowed" && headers.origin !== undefined) {
    outgoing.setHeaders(
      new Map(Object.entries(corsHeaders(headers.origin)).map(([name, value]) => [name, String(value)])),
    );
  }
  if (method !== "OPTIONS" || kind === "none" || headers["access-control-request-method"] === undefined) return false;
  outgoing.writeHead(204, kind === "allowed" ? preflightHeaders(headers) : {}).end();
  return true;
}
