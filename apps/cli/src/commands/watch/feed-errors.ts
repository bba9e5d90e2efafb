// Errors that explain why a feed cannot be watched and what to do.
import { ParleyError } from "@parley/base";

export function feedNotFound(name: string, why: string): ParleyError {
  const remedy = {
    label: "Start a server, or put `parley proxy --` before an agent's command",
    command: "parley serve",
  };
  return new ParleyError({ code: "server_not_found", message: `Feed ${name} not found: ${why}`, remedy });
}

export function feedRefused(name: string, why: string): ParleyError {
  const message = `The feed at ${name} refused the connection: ${why}`;
  // A feed sends only the reason.
  if (!/token/i.test(why)) return new ParleyError({ code: "limit_reached", message });
  const remedy = { label: "Pass the token in ~/.parley/feed-token of that machine", command: "--token TOKEN" };
  return new ParleyError({ code: "sign_in_needed", message, remedy });
}
