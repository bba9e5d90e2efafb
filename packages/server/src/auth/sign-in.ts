// A browser is let in by a link with the token: it gets a cookie, and an address without the token.
import type { Doorstep } from "../http/listener.ts";
import { pathOf, type Gate } from "../http/gate.ts";
import { admissionOf } from "../http/admission.ts";
import { sendRefusal } from "../http/refusal.ts";
import type { Cookies } from "./cookie.ts";
import type { KeyRing } from "./key-ring.ts";

export function createSignIn(keys: KeyRing, cookies: Cookies, gate: Pick<Gate, "refuseUnknown">): Doorstep {
  return (incoming, outgoing) => {
    if (incoming.method !== "GET" || pathOf(incoming) !== "/") return false;
    const token = new URLSearchParams((incoming.url ?? "").slice(2)).get("token");
    if (token === null) return false;
    const caller = keys.find(token);
    const cookie = caller && cookies.issue(caller.name);
    if (cookie === undefined) {
      sendRefusal(outgoing, gate.refuseUnknown(incoming), admissionOf(incoming)?.requestId ?? "");
      return true;
    }
    outgoing.writeHead(303, { Location: "/", "Set-Cookie": cookie, "Cache-Control": "no-store" }).end();
    return true;
  };
}
