// What every package may lean on. Nothing here touches the machine or knows a protocol.
export { ParleyError, type ErrorCode, type ErrorFields, type Remedy } from "./error.ts";
export { createId } from "./id.ts";
export { systemClock, type Clock } from "./clock.ts";
export { silentLog, type Log, type LogFields, type LogLevel } from "./log.ts";
