// Signs a browser in with the token in a link or in the sign-in form: it gets a cookie, and a URL without the token.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PublicHandler } from "./listener.ts";
import { KEYS_UNSURE, type Gate } from "./gate.ts";
import { admissionOf, pathOf } from "../http/admission.ts";
import { sendRefusal, type Refusal } from "../http/refusal.ts";
import type { Cookies } from "../auth/cookie.ts";
import { UNSURE, type KeyRing } from "../auth/key-ring.ts";

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
    if (caller === UNSURE) {
      sendRefusal(outgoing, KEYS_UNSURE, admissionOf(incoming)?.requestId ?? "");
      return true;
    }
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

/** The user may have pasted the whole link that the server prints, with spaces around it. */
function toToken(pasted: string): string {
  const [, inLink] = /^\s*https?:\/\/\S*[?&]token=([^\s&#]+)/.exec(pasted) ?? [];
  return inLink ?? pasted.trim();
}
