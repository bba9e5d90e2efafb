import { openTelemetry } from "@parley/observe/otel";
import { openTestHub } from "@parley/test-support/hub";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { say } from "../testing/talk.ts";

describe("telemetry", () => {
  it("is sent to the collector in the environment: a span per turn, with the agent's name", async () => {
    const bodies: string[] = [];
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      bodies.push(await text(request));
      response.setHeader("content-type", "application/json").end("{}");
    };
    const collector = createServer((request, response) => void take(request, response));
    await once(collector.listen(0, "127.0.0.1"), "listening");
    const { port } = collector.address() as AddressInfo;
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    };
    {
      await using place = await openTestHub({
        openTelemetry: (agentId) => openTelemetry(env, { agentId, closeMs: 60_000 }),
      });
      const { id } = await place.hub.sessions.create({ agent: "script" });
      await say(place.hub, id, "think about it\nsay hello");
    }
    await expect.poll(() => bodies.join("")).toContain("resourceSpans");
    expect(bodies.join("")).toMatch(/session\/prompt|invoke_agent/);
    collector.closeAllConnections();
    collector.close();
  });
});
