// The relay between a client and an agent, with rules and faults (Node only).
export type { Fault, FaultPlan } from "./faults/fault.ts";
export { parseFaults } from "./faults/parse-faults.ts";
export { FrameCutter, type FrameCutterOptions } from "./frames/frame-cutter.ts";
export { FRAME_BYTES_MAX } from "./limits.ts";
export { createPipePolicy, type PipePolicy, type PipePolicyOptions } from "./pipe-policy/pipe-policy.ts";
export { readPipeRules, type PipeRulesOptions } from "./pipe-policy/pipe-rules.ts";
export { REFUSED_CODE } from "./pipe-policy/refusal.ts";
export { openClientPipes, type ClientPipes } from "./relay/client-pipes.ts";
export { createRelay } from "./relay/create-relay.ts";
export type { Relay, RelayOptions, RelayStats } from "./relay/relay.ts";
