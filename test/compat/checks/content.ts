// What a prompt carries besides text, and tools that come from an MCP server.
import { imagesOf } from "@parley/test-support/stub-model";
import { MCP_TOOL, MCP_WORD } from "../scene.ts";
import { must, play, sawResult, sawText, type Check } from "./check.ts";

/** Eight by eight pixels: some agents look inside. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

export const image: Check = {
  holds: "an image of the prompt reaches the model",
  async run(scene) {
    if (!(await scene.driver()).supports("promptCapabilities.image")) return { absent: "it takes no images" };
    const played = await play(scene, ["say seen"], [{ type: "image", mimeType: "image/png", data: PNG }]);
    const images = played
      .requests()
      .flatMap(({ conversation }) => (conversation === undefined ? [] : imagesOf(conversation)));
    must(
      images.some(({ mimeType }) => mimeType?.startsWith("image/") === true),
      "no image reached the model",
      played,
    );
    return undefined;
  },
};

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
    const word = scene.word();
    const played = await play(scene, [`mcp ${MCP_TOOL} ${JSON.stringify({ word })}`, "say done"]);
    must(sawResult(played, `repeated ${word} by ${MCP_WORD}`), "its result did not reach the model", played);
    return undefined;
  },
};
