// Shows a sign-in code to the user: as a page to open where the client supports it, otherwise as text.
import type { ClientConnection } from "@parley/acp";
import { createId, ParleyError, type Clock } from "@parley/base";
import type { RequestId } from "@parley/rpc";
import type { PresentCode, PresentedCode } from "./device-flow.ts";

export interface PresentOptions {
  readonly client: Pick<ClientConnection, "notify" | "request" | "supports">;
  /** The `authenticate` request or the session that it belongs to. */
  readonly scope: { readonly requestId: RequestId } | { readonly sessionId: string };
  /** Fallback for clients that cannot open pages. Undefined if there is none. */
  readonly say?: ((text: string) => void) | undefined;
  readonly clock: Clock;
}

export function presentThroughClient({ client, scope, say, clock }: PresentOptions): PresentCode {
  return async (code, signal) => {
    if (client.supports("elicitation.url")) return presentPage(client, scope, code, clock, signal);
    if (say !== undefined) {
      say(describeCode(code));
      return "shown";
    }
    const message = "The client cannot show a sign-in code";
    const remedy = { label: "Sign in in a terminal", command: "parley agent login github" };
    throw new ParleyError({ code: "capability_missing", message, remedy });
  };
}

/** One sentence for the user. */
export function describeCode({ userCode, verificationUri }: PresentedCode): string {
  return `To sign in, open ${verificationUri} and enter the code ${userCode}`;
}

async function presentPage(
  client: PresentOptions["client"],
  scope: PresentOptions["scope"],
  code: PresentedCode,
  clock: Clock,
  signal: AbortSignal,
): Promise<"shown" | "declined"> {
  const elicitationId = createId(clock);
  const url = code.verificationUriComplete ?? code.verificationUri;
  const request = { mode: "url", elicitationId, url, message: describeCode(code), ...scope } as const;
  // The flow has ended, so the client may close the dialog.
  const onOver = (): void => void client.notify("elicitation/complete", { elicitationId });
  signal.addEventListener("abort", onOver, { once: true });
  const response = await client.request("elicitation/create", request, { signal });
  if (response.action === "accept") return "shown";
  signal.removeEventListener("abort", onOver);
  return "declined";
}
