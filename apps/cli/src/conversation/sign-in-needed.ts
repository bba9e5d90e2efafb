// The agent of a new session requires the user to sign in first; the session waits for that.
import { isObject, ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";

export class SignInNeeded extends ParleyError {
  readonly sessionId: string;

  constructor(sessionId: string, { message, remedy, cause }: Partial<ParleyError> & { readonly message: string }) {
    super({ code: "sign_in_needed", message, ...(remedy && { remedy }), cause });
    this.sessionId = sessionId;
  }
}

/** Undefined for any other error. */
export function toSignInNeeded(error: unknown): SignInNeeded | undefined {
  if (!(error instanceof ParleyError) || error.code !== "sign_in_needed") return undefined;
  const data = error.cause instanceof RpcError && isObject(error.cause.data) ? error.cause.data : {};
  const { sessionId } = data;
  return typeof sessionId === "string" ? new SignInNeeded(sessionId, error) : undefined;
}
