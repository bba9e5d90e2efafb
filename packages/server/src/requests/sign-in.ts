// Signs a browser in by a link with the token, or by the form that it is pasted into: it gets a cookie, and a URL without it.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PublicHandler } from "./listener.ts";
import type { Gate } from "./gate.ts";
import { admissionOf, pathOf } from "../http/admission.ts";
import { sendRefusal, type Refusal } from "../http/refusal.ts";
import type { Cookies } from "../auth/cookie.ts";
import type { KeyRing } from "../auth/key-ring.ts";

export interface SignInOptions {
  readonly keys: KeyRing;
  readonly cookies: Cookies;
  readonly gate: Pick<Gate, "refuseUnknown">;
  /** Shows a browser how to sign in, and what was wrong. False if the client is not a browser. */
  readonly showSignIn: (incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal) => boolean;
}

export function createSignIn({ keys, cookies, gate, showSignIn }: SignInOptions): PublicHandler {
  return (incoming, outgoing) => {
    if (incoming.method !== "GET" || pathOf(incoming) !== "/") return false;
    const token = new URLSearchParams((incoming.url ?? "").slice(2)).get("token");
    if (token === null) return false;
    const caller = keys.find(toToken(token));
    const cookie = caller && cookies.issue(caller.name);
    if (cookie === undefined) {
      const refusal = gate.refuseUnknown(incoming);
      if (!showSignIn(incoming, outgoing, refusal)) {
        sendRefusal(outgoing, refusal, admissionOf(incoming)?.requestId ?? "");
      }
      return true;
    }
    outgoing.writeHead(303, { Location: "/", "Set-Cookie": cookie, "Cache-Control": "no-store" }).end();
    return true;
  };
}

/** A person may have pasted the whole link that the server prints, and with spaces around it. */
function toToken(pasted: string): string {
  const [, inLink] = /^\s*https?:\/\/\S*[?&]token=([^\s&#]+)/.exec(pasted) ?? [];
  return inLink ?? pasted.trim();
}
