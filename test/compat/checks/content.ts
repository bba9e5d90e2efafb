// What a prompt carries besides text, and tools that come from an MCP server.
import { imagesOf } from "@parley/test-support/stub-model";
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { MCP_HTTP_TOOL, MCP_TOOL, MCP_WORD, type Scene } from "../scene.ts";
import { must, play, sawResult, sawText, type Check, type Played } from "./check.ts";

/** Eight by eight pixels: some agents look inside. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

export const image: Check = {
  holds: "an image of the prompt reaches the model",
  async run(scene) {
    if (!(await scene.driver()).supports("promptCapabilities.image")) return { absent: "it takes no images" };
    const played = await play(scene, ["say seen"], [{ type: "image", mimeType: "image/png", data: PNG }]);
    must(sawImage(played), "no image reached the model", played);
    return undefined;
  },
};

export const imageLink: Check = {
  holds: "an image and a link to a file in one prompt both reach the model",
  async run(scene) {
    if (!(await scene.driver()).supports("promptCapabilities.image")) return { absent: "it takes no images" };
    const name = `linked-${scene.word()}.txt`;
    const path = scene.file(name);
    await writeFile(path, "linked\n");
    const played = await play(
      scene,
      ["say seen"],
      [
        { type: "image", mimeType: "image/png", data: PNG },
        { type: "resource_link", uri: pathToFileURL(path).href, name, mimeType: "text/plain" },
      ],
    );
    // In the last message only: the image of an earlier prompt is in the conversation too.
    must(sawImage(played), "no image reached the model", played);
    must(sawText(played, name), "the link did not reach the model", played);
    return undefined;
  },
};

function sawImage(played: Played): boolean {
  return played.requests().some(({ conversation }) => {
    const last = conversation?.messages.findLast(({ role }) => role === "user");
    if (conversation === undefined || last === undefined) return false;
    return imagesOf({ ...conversation, messages: [last] }).some(({ mimeType }) => mimeType?.startsWith("image/"));
  });
}

export const embed: Check = {
  holds: "an embedded resource of the prompt reaches the model",
  async run(scene) {
    if (!(await scene.driver()).supports("promptCapabilities.embeddedContext")) {
      return { absent: "it takes no embedded resources" };
    }
    const content = scene.word();
    const resource = {
      uri: `file://${scene.file("attached.md")}`,
      mimeType: "text/markdown",
      text: `# Attached\n${content}\n`,
    };
    const played = await play(scene, ["say seen"], [{ type: "resource", resource }]);
    must(sawText(played, content), "its text did not reach the model", played);
    return undefined;
  },
};

export const mcp: Check = {
  holds:
    "a tool of a stdio MCP server given with the session runs, with its environment, and its result reaches the model",
  async run(scene) {
    await callMcpTool(scene, MCP_TOOL);
    return undefined;
  },
};

export const mcpHttp: Check = {
  holds:
    "a tool of an MCP server over HTTP given with the session runs, with its headers, and its result reaches the model",
  async run(scene) {
    if (!(await scene.driver()).supports("mcpCapabilities.http")) return { absent: "it takes no servers over HTTP" };
    await callMcpTool(scene, MCP_HTTP_TOOL);
    return undefined;
  },
};

async function callMcpTool(scene: Scene, tool: string): Promise<void> {
  const word = scene.word();
  const played = await play(scene, [`mcp ${tool} ${JSON.stringify({ word })}`, "say done"]);
  must(sawResult(played, `repeated ${word} by ${MCP_WORD}`), "its result did not reach the model", played);
}
