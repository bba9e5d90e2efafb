// Counts and times requests by route. Written by hand, because a library that hashes labels at every request costs more
// than the gate.
import type { FinishedRequest } from "./finished-request.ts";

export interface RequestFigures {
  count(request: FinishedRequest): void;
  /** In Prometheus's format. */
  render(): string;
}

interface Timing {
  /** Number of requests per bucket; the last one is for longer requests. */
  readonly buckets: number[];
  count: number;
  seconds: number;
}

interface Row {
  readonly labels: string;
  readonly timing: Timing;
  count: number;
}

/** Upper bounds, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const COUNTER = "parley_http_requests_total";
const HISTOGRAM = "parley_http_request_seconds";

export function createRequestFigures(): RequestFigures {
  const rows = new Map<string, Row>();
  const timings = new Map<string, Timing>();

  function addRow({ method, route, status }: FinishedRequest, name: string): Row {
    const place = `method="${method}",route="${escapeLabel(route)}"`;
    let timing = timings.get(place);
    if (timing === undefined) {
      timing = { buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0), count: 0, seconds: 0 };
      timings.set(place, timing);
    }
    const row = { labels: `${place},status="${status}"`, timing, count: 0 };
    rows.set(name, row);
    return row;
  }

  return {
    count(request) {
      const name = `${request.method} ${request.route} ${request.status}`;
      const row = rows.get(name) ?? addRow(request, name);
      row.count += 1;
      if (!request.isStream) time(row.timing, request.ms / 1000);
    },
    render() {
      const lines = [
        `# HELP ${COUNTER} Answered requests, by route and status`,
        `# TYPE ${COUNTER} counter`,
        ...[...rows.values()].map(({ labels, count }) => `${COUNTER}{${labels}} ${count}`),
        `# HELP ${HISTOGRAM} Time from a request's head to the last byte of its answer, without event streams`,
        `# TYPE ${HISTOGRAM} histogram`,
        ...[...timings].flatMap(([labels, timing]) => renderTiming(labels, timing)),
      ];
      return `${lines.join("\n")}\n`;
    },
  };
}

function time(timing: Timing, seconds: number): void {
  let index = 0;
  while (index < BOUNDS.length && seconds > (BOUNDS[index] ?? 0)) index += 1;
  timing.buckets[index] = (timing.buckets[index] ?? 0) + 1;
  timing.count += 1;
  timing.seconds += seconds;
}

function renderTiming(labels: string, { buckets, count, seconds }: Timing): string[] {
  let below = 0;
  const lines = buckets.map((inBucket, index) => {
    below += inBucket;
    return `${HISTOGRAM}_bucket{${labels},le="${BOUNDS[index] ?? "+Inf"}"} ${below}`;
  });
  return [...lines, `${HISTOGRAM}_sum{${labels}} ${seconds}`, `${HISTOGRAM}_count{${labels}} ${count}`];
}

/** Routes are ours, and may be patterns with backslashes. */
function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
