// The sandbox alone, loaded only where one is set up.
export { findComplaint, INSTALL_BUBBLEWRAP, probeSandbox, type SandboxState } from "./sandbox/bubblewrap.ts";
export {
  createSandbox,
  type OpenSandbox,
  type SandboxNetwork,
  type SandboxOptions,
  type VisiblePlaces,
} from "./sandbox/create-sandbox.ts";
export { parseHosts, type Hosts } from "./sandbox/network/hosts.ts";
