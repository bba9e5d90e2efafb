// Traces on disk, for Node: recording what passes, and opening what was recorded. What is pure is in the main entry.
export { openTrace, type OpenTraceOptions } from "./trace/open-trace.ts";
export {
  createTraceRecorder,
  describeRecording,
  type TraceRecorder,
  type TraceRecorderOptions,
} from "./trace/record/recorder.ts";
