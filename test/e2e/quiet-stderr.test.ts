// Ordinary use prints no raw log lines, with and without a server.
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

/** As the log writes it: a time, a level. */
const RAW_LINE = /^\d{4}-\d\d-\d\dT\S+ (?:debug|info|warn|error) /m;

const FLOWS: readonly (readonly string[])[] = [
  ["say hi"],
  ["write a.txt x", "--approve", "none"],
  ["write a.txt x", "--approve", "all"],
  ["fail boom"],
];

describe("stderr in normal use", { timeout: 120_000 }, () => {
  it("has no raw log lines without a server, even if the agent prints an invalid message", async () => {
    await using place = await openPlace();
    const noisy = ["--", "sh", "-c", `echo Starting up; exec "${process.execPath}" "${PARLEY}" script`];
    for (const flow of [...FLOWS, ["say hi", ...noisy]]) {
      const { stderr } = await place.run(["run", "--no-server", ...flow]);
      expect(stderr).not.toMatch(RAW_LINE);
    }
    const chat = await place.run(["chat", "--no-server"], { input: "say hi\n/exit\n" });
    expect(chat.stderr).not.toMatch(RAW_LINE);
  });

  it("has no raw log lines with a server, and neither has the server", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    for (const flow of FLOWS) {
      const { stderr } = await place.run(["run", ...flow]);
      expect(stderr).not.toMatch(RAW_LINE);
    }
    expect((await server.end()).stderr).not.toMatch(RAW_LINE);
  });
});
