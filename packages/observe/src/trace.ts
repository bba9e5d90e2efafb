// Recording and opening traces on disk (Node only). Everything else about traces is in the main entry.
export { openTrace, type OpenTraceOptions } from "./trace/open-trace.ts";
export {
  createTraceRecorder,
  describeRecording,
  type TraceRecorder,
  type TraceRecorderOptions,
} from "./trace/record/recorder.ts";
