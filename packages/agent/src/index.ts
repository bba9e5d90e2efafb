// A coding agent that speaks ACP: loop, models, tools, modes, MCP, memory.
export type { LoopEvent, TurnEnd } from "./loop/loop-event.ts";
