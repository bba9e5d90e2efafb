import { compileRules, decide, type PolicyRules, type SimpleCommand } from "@parley/policy";
import { createTempFolder } from "@parley/test-support";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFacts, type Facts } from "./create-facts.ts";
import { composeLine, spellings } from "./testing/compose-line.ts";

const innocent = fc.constantFrom("git status", "echo hi", "ls -la", "echo 'a; b' \"c | d\"", "git log --oneline");
const marked = composeLine(fc.constantFrom(...spellings("rm", "-rf /x")), innocent);

const rules: PolicyRules = {
  level: "supervised",
  written: compileRules([
    {
      layer: "machine",
      raw: { rules: ["git", "echo", "ls"].map((program) => ({ kind: "execute", verdict: "allow", program })) },
    },
  ]),
};

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let facts: Facts;
beforeAll(async () => {
  folder = await createTempFolder();
  facts = await createFacts({ workspace: folder.path, roots: [folder.path], inherited: {} });
});
afterAll(() => folder[Symbol.asyncDispose]());

function isMarker({ program, args }: SimpleCommand): boolean {
  return program?.text === "rm" && args.map(({ text }) => text).join(" ") === "-rf /x";
}

describe("a command hidden in a line", () => {
  it("is found, or the line is not understood", async () => {
    let understood = 0;
    await fc.assert(
      fc.asyncProperty(marked, async (line) => {
        const { commands, hasUnparsed } = await facts.commandFacts(line, { cwd: folder.path });
        if (!hasUnparsed) understood += 1;
        expect(hasUnparsed || commands.some(isMarker)).toBe(true);
      }),
      { numRuns: 500 },
    );
    // Otherwise the other half of the sentence would be all there is.
    expect(understood).toBeGreaterThan(200);
  });

  it("is never allowed by rules that are about others", async () => {
    await fc.assert(
      fc.asyncProperty(marked, async (command) => {
        const found = await facts.commandFacts(command, { cwd: folder.path });
        expect(decide({ kind: "execute", command }, found, rules).verdict).not.toBe("allow");
      }),
      { numRuns: 500 },
    );
  });

  it("is not seen where there is none", async () => {
    for (const line of ["git status && echo 'rm -rf /x' | ls", 'echo "rm -rf /x" # rm -rf /x']) {
      const found = await facts.commandFacts(line, { cwd: folder.path });
      expect(decide({ kind: "execute", command: line }, found, rules).verdict).toBe("allow");
    }
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ..."a rm ; & && | || ( ) { } $( ` \" ' \\ $ ${ } < > << EOF # ! [ ] [[ ]] (( )) if then fi case esac for in do done".split(
      " ",
    ),
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\uD800",
    "é",
    "\u00A0",
    "$'",
    "<<'EOF'\n",
    "\nEOF\n",
    "\\\n",
  );
  const soup = fc.array(pieces, { maxLength: 40 }).map((texts) => texts.join(""));

  it("is read without an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(soup, fc.string({ unit: "binary", maxLength: 80 })), async (line) => {
        const found = await facts.commandFacts(line, { cwd: folder.path });
        expect(found.hasUnparsed).toBeTypeOf("boolean");
      }),
      { numRuns: 1_000 },
    );
  });
});
