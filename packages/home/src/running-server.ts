// The running server of a home: the file that names it, and the proof that it is this home's.
export { findRunning } from "./running-server/find-running.ts";
export { proveServerOf, type ServerProof } from "./running-server/prove-server.ts";
export {
  hasDied,
  isServerRunning,
  isSurelyRunning,
  readServerEntry,
  readServerFile,
  removeServerFile,
  serverFileIn,
  writeServerFile,
  type ServerPlace,
} from "./running-server/server-file.ts";
