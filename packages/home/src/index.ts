// Parley's own files in its folder, and the claims on them, shared by several processes. Logs, rules and the judge have
// their own entries.
export { changeAlone } from "./claims/change-alone.ts";
export { takeClaim, type ClaimOptions, type Holder } from "./claims/claims.ts";
export { isAlive } from "./claims/process-alive.ts";
export { guardFiles } from "./files/file-error.ts";
export { createFolder, namesIn, PRIVATE_MODE, readTextWithin, writeAtOnce, writeTextWithin } from "./files/own-file.ts";
export { loadOrCreateSecret } from "./files/secret-file.ts";
export { identifyThisProcess, isRunning, type ProcessIdentity } from "./claims/process-identity.ts";
export {
  CHALLENGE_HEADER,
  isServerProof,
  loadOrCreateServerSecret,
  PROOF_HEADER,
  proveServer,
  readServerSecret,
  serverSecretPathOf,
} from "./server-secret.ts";
