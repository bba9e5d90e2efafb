// Messages that wait for the session that they belong to, in order.
import type { CompleteElicitationNotification, SessionUpdate } from "@parley/acp";
import type { RequestContext, RpcError } from "@parley/rpc";

/** Receives the agent's messages for one session. */
export interface SessionReceiver {
  update(update: SessionUpdate): void;
  /** The answer, a promise of it, or a throw. */
  request(method: string, params: unknown, context: RequestContext): unknown;
  /** An elicitation by URL of this session is completed. */
  completed(notification: CompleteElicitationNotification): void;
}

export interface HeldMessage {
  readonly method: string;
  deliver(receiver: SessionReceiver): void;
  refuse(reason: RpcError): void;
}

export function holdUpdate(update: SessionUpdate, settled: () => void = () => undefined): HeldMessage {
  return {
    method: "session/update",
    deliver(receiver) {
      receiver.update(update);
      settled();
    },
    refuse: settled,
  };
}

/** The answer settles once the message has been delivered. */
export function holdRequest(
  method: string,
  params: unknown,
  context: RequestContext,
): { readonly held: HeldMessage; readonly answer: Promise<unknown> } {
  let settle: (answer: unknown) => void;
  let fail: (reason: Error) => void;
  const answer = new Promise<unknown>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  const held: HeldMessage = {
    method,
    deliver(receiver) {
      try {
        settle(receiver.request(method, params, context));
      } catch (cause) {
        fail(cause instanceof Error ? cause : new Error(String(cause)));
      }
    },
    refuse: (reason) => fail(reason),
  };
  return { held, answer };
}
