// The error −32000 with what a client needs to act on it: the sign-in methods and the environment variables.
import { AUTH_REQUIRED, type AuthMethod, type Known } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import type { ModelFailure } from "../models/model.ts";
import { describeFailure } from "../text/sentences.ts";

interface AuthRequiredData {
  readonly methods: readonly Known<AuthMethod>[];
  /** One of them has to be set. */
  readonly variables: readonly string[];
}

export function toAuthRequired(
  { message, remedy, variables = [] }: Pick<ModelFailure, "message" | "remedy" | "variables">,
  methods: readonly Known<AuthMethod>[],
): RpcError {
  const data: AuthRequiredData = { methods, variables };
  return new RpcError(AUTH_REQUIRED, describeFailure({ message, remedy }), data);
}
