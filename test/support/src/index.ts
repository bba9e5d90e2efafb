// What tests share: temp folders, a clock, real processes, connected pairs, a judge of frames, the lying agent.
export { LINK_KINDS, openAgentLink, type AgentLink, type AgentProgram, type LinkKind } from "./agent-link.ts";
export { baselineAgent } from "./baseline-agent.ts";
export { bundleProgram } from "./bundle-program.ts";
export { startProgram, type ChildProgram, type ProgramExit, type StartOptions } from "./child-program.ts";
export { createFakeClient, EVERY_CAPABILITY, type FakeClient, type FakeClientOptions } from "./fake-client.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { createInbox, type Inbox } from "./inbox.ts";
export { judgeFrames } from "./judge/judge-frames.ts";
export type { Lie } from "./lying-agent/lie.ts";
export { lies, type LieName } from "./lying-agent/lies.ts";
export { FLOOD_UPDATES } from "./lying-agent/lies/floods.ts";
export { lyingAgent } from "./lying-agent/lying-agent.ts";
export { createMarker, type Marker } from "./marked-processes.ts";
export { puppetAgent, toPuppetScript, type PuppetOptions, type PuppetStep } from "./puppet-agent.ts";
export { createRawPeer, type Frame, type RawPeer } from "./raw-peer.ts";
export { recordFrames, type FrameRecorder, type RecordedFrame, type Side } from "./record-frames.ts";
export { scriptedAgent, type ScriptedProgramOptions } from "./scripted-agent.ts";
export { createTempFolder, type TempFolder } from "./temp-folder.ts";
