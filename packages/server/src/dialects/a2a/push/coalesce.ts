// Reduces the number of notifications: consecutive pieces of one artifact are sent as one.
import type { StreamResponse, TaskArtifactUpdateEvent } from "@a2a-js/sdk";

export function coalesce(responses: readonly StreamResponse[]): StreamResponse[] {
  const merged: StreamResponse[] = [];
  for (const response of responses) {
    const next = toArtifactUpdate(response);
    const last = toArtifactUpdate(merged.at(-1));
    if (next?.append === true && last !== undefined && last.artifact?.artifactId === next.artifact?.artifactId) {
      merged[merged.length - 1] = { payload: { $case: "artifactUpdate", value: join(last, next) } };
    } else {
      merged.push(response);
    }
  }
  return merged;
}

function join(first: TaskArtifactUpdateEvent, second: TaskArtifactUpdateEvent): TaskArtifactUpdateEvent {
  if (first.artifact === undefined || second.artifact === undefined) return second;
  const parts = [...first.artifact.parts];
  for (const part of second.artifact.parts) {
    const last = parts.at(-1);
    if (part.content?.$case === "text" && last?.content?.$case === "text" && isBare(part) && isBare(last)) {
      const content = { $case: "text", value: last.content.value + part.content.value } as const;
      parts[parts.length - 1] = { ...last, content };
    } else {
      parts.push(part);
    }
  }
  return { ...first, artifact: { ...first.artifact, parts }, lastChunk: second.lastChunk };
}

function isBare({ metadata, filename }: { readonly metadata: unknown; readonly filename: string }): boolean {
  return metadata === undefined && filename === "";
}

function toArtifactUpdate(response: StreamResponse | undefined): TaskArtifactUpdateEvent | undefined {
  return response?.payload?.$case === "artifactUpdate" ? response.payload.value : undefined;
}
