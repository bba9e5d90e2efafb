// The map, the timeline and the traffic of sessions and recordings. An entry of its own, because it is loaded when it is first opened.
export { FolderMap, type FolderMapProps } from "./map/FolderMap.tsx";
export type { MapPort, TurnOfFile } from "./map/map-port.ts";
export { EventReader } from "./recording/event-reader.ts";
export { openRecording, type OpenedRecording } from "./recording/open-recording.ts";
export { Playback } from "./recording/playback.ts";
export { READ as READ_TOUCH } from "./recording/file-states.ts";
export { Recording } from "./recording/recording.ts";
export { TraceReader } from "./recording/trace-reader.ts";
export { Timeline, type TimelineProps } from "./timeline/Timeline.tsx";
export { Traffic, type TrafficProps } from "./traffic/Traffic.tsx";
export { parseTrace, type TraceItem } from "@parley/observe";
export { SESSIONS_TOGETHER_MAX } from "./watch-limits.ts";
