// Why a remote server needs another sign-in, and what the user can do about it.
import { ParleyError } from "@parley/base";

export function signInNeeded(name: string): ParleyError {
  return new ParleyError({
    code: "sign_in_needed",
    message: "It requires a sign-in (HTTP 401)",
    remedy: {
      label: `Sign in with \`parley mcp sign-in ${name}\`, or set a valid Authorization header in its settings`,
    },
  });
}

/** Neither a refresh nor the same account would help. */
export function freshTokenRefused(name: string): ParleyError {
  return new ParleyError({
    code: "sign_in_needed",
    message: "It refused a token that was just issued for it (HTTP 401): the account may have no access",
    remedy: {
      label: `Sign in with another account (\`parley mcp sign-in ${name}\`), or ask the server's owner for access`,
    },
  });
}
