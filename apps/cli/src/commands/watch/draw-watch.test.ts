import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { lineWidth } from "../../terminal/wrap.ts";
import { theme, plainTheme, toColors, toText } from "../../terminal/testing/draw.ts";
import { ASCII_SYMBOLS } from "../../terminal/theme.ts";
import { drawWatch } from "./draw-watch.ts";
import { file, modelOf, NOW_MS, pictured } from "./testing/pictured.ts";
import { ALL } from "./view.ts";

function text(lines: ReturnType<typeof drawWatch>): string {
  return `\n${toText(lines)}\n`.replace(/ +$/gm, "");
}

describe("the watch screen", () => {
  it("shows a busy session in a small terminal", () => {
    expect(text(drawWatch(modelOf([pictured()]), plainTheme(64), 22))).toMatchInlineSnapshot(`
      "
       parley watch  127.0.0.1:17320  ● live                1 session
      ────────────────────────────────────────────────────────────────
       Fix the flaky test                                   /code/app
       ⠋ running  ·  turn 3  ·  plan ●○○○ 1/4  ·  5 tool calls
       time     mmmmmmmmmttttttwww  1m 0s  model 50%  tools 33%
       context  █████████░░░░░░░░░  100k of 200k  50%  $0.42

       Files  4                                        ● in context 2
       src/
         ████████ ● queue.ts                 write    1r 2w       now
         ████████ ● clock.ts                 read     1r           4s
         ███▏     ○ test/queue.test.ts       search   1r           4s
         ▍        ○ README.md                named    1r           4s


       Tools  1 running
         ⠋ Run npm test                               execute      7s
         ✓ Read src/queue.ts                             read    1.0s
       Attention  1 blocked  1 unapproved
         ! changed src/clock.ts                                    5s
         ✗ write .env  outside the zone                         1m 0s
       s sort: heat   / filter   f freeze   ? help   q quit
      "
    `);
  });

  it("has two columns in a wide terminal", () => {
    expect(text(drawWatch(modelOf([pictured()]), plainTheme(120), 20))).toMatchInlineSnapshot(`
      "
       parley watch  127.0.0.1:17320  ● live                                                                        1 session
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
       Fix the flaky test                                                                                           /code/app
       ⠋ running  ·  turn 3  ·  plan ●○○○ 1/4  ·  5 tool calls  ·  first token 0.8s
       time     mmmmmmmmmmmmmmmmmmttttttttttttwwwwww  1m 0s  model 50%  tools 33%  waiting 17%
       context  ██████████████████░░░░░░░░░░░░░░░░░░  100k of 200k  50%  $0.42

       Files  4                                           ● in context 2  │  Tools  1 running
       src/                                                               │    ⠋ Run npm test                 execute      7s
         ████████ ● queue.ts                    write    1r 2w       now  │    ✓ Read src/queue.ts               read    1.0s
         ████████ ● clock.ts                    read     1r           4s  │
         ███▏     ○ test/queue.test.ts          search   1r           4s  │  Used so far
         ▍        ○ README.md                   named    1r           4s  │    read         ████████████████  4
                                                                          │    execute      ████░░░░░░░░░░░░  1
                                                                          │
                                                                          │
                                                                          │  Attention  1 blocked  1 unapproved
                                                                          │    ! changed src/clock.ts                      5s
                                                                          │    ✗ write .env  outside the zone           1m 0s
       s sort: heat   / filter   f freeze   ? help   q quit
      "
    `);
  });

  it("has tabs for several sessions, and a list of all sessions", () => {
    const sessions = [
      pictured(),
      pictured(
        { agentId: "codex", isRunning: false, title: "Add retries", blocked: [], unasked: [], usage: undefined },
        [],
      ),
    ];
    const tabs = toText(drawWatch(modelOf(sessions, { selected: "codex/session-1" }), plainTheme(64), 22));
    expect(tabs).toContain(" 0 all   1 goose ●!  2 codex ○ ");
    expect(tabs).toContain("Add retries");
    expect(tabs).toContain("no files accessed yet");
    expect(text(drawWatch(modelOf(sessions, { selected: ALL }), plainTheme(72), 12))).toMatchInlineSnapshot(`
      "
       parley watch  127.0.0.1:17320  ● live                       2 sessions
       0 all   1 goose ●!  2 codex ○
      ────────────────────────────────────────────────────────────────────────
       All  1 running  ·  4 files, 2 in context  ·  $… 1 blocked 1 unapproved
      ▸1 ● goose            Fix the flaky te… turn 3  █████░░░░░ 100k   $0.42
           Run npm test                    ████ src/q… 1 blocked 1 unapproved

       2 ○ codex            Add retries                 turn 3
           Run npm test


       Enter open   Esc follow   ? help   q quit
      "
    `);
  });

  it("says what to do when there are no sessions", () => {
    const away = modelOf([], {}, { link: { type: "away", error: "ECONNREFUSED" } });
    expect(text(drawWatch(away, plainTheme(64), 18))).toMatchInlineSnapshot(`
      "
       parley watch  127.0.0.1:17320  ⠋ waiting
      ────────────────────────────────────────────────────────────────

         Nothing to watch at 127.0.0.1:17320 yet.

         Start an agent through Parley, and it shows up here:

           parley chat
           parley proxy -- goose acp

         In an editor's settings, put parley proxy -- before the
         agent's command.
         All traffic is forwarded unchanged.

         Waiting for a feed; q to quit.


       ? help   q quit
      "
    `);
    expect(toText(drawWatch(modelOf([]), plainTheme(64), 18))).toContain("No agent has a session yet");
    const refused = modelOf([], {}, { link: { type: "refused", reason: "This feed requires its token" } });
    expect(toText(drawWatch(refused, plainTheme(100), 18))).toContain("--token TOKEN");
  });

  it("explains every key in a narrow terminal", () => {
    const help = toText(drawWatch(modelOf([pictured()], { isHelp: true }), plainTheme(39), 40));
    const words = help.replace(/\s+/g, " ");
    expect(words).toContain("0, a list all sessions; arrows and Enter to select");
    expect(words).toContain("q, Ctrl-C quit; agents keep running");
    expect(words).toContain("unapproved: done without approval");
    expect(help.split("\n").slice(1).join()).not.toContain("…");
  });

  it("keeps the last known state while the feed is disconnected, and marks it as such", () => {
    const shown = toText(
      drawWatch(modelOf([pictured()], {}, { link: { type: "away", error: "gone" } }), plainTheme(64), 22),
    );
    expect(shown).toContain("reconnecting");
    expect(shown).toContain("was running");
    expect(shown).toContain("queue.ts");
  });

  it("shows a full context, lost messages, alarms and waiting questions", () => {
    const waiting = {
      toolCallId: "9",
      title: "Edit",
      kind: "edit",
      status: "pending",
      startedAtMs: NOW_MS,
    };
    const session = pictured({
      isAsking: true,
      oddities: 2,
      dropped: 5,
      toolCalls: [waiting],
      usage: { used: 180_000, size: 200_000 },
    });
    const colors = toColors(drawWatch(modelOf([session]), theme(100), 22));
    expect(colors).toContain("<33>! needs you<>");
    expect(colors).toContain("<31>5 not seen<>");
    expect(colors).toContain("<33>2 oddities<>");
    expect(colors).toMatch(/<31>█+▏?<>.*90%/);
  });

  it("sorts, filters and scrolls", () => {
    const files = ["b/hot.ts", "a/cold.ts", "a/warm.ts"].map((path, index) =>
      file(path, { heat: [1, 0.1, 0.5][index] ?? 0, atMs: NOW_MS - index * 60_000 }),
    );
    const shown = (view: Parameters<typeof modelOf>[1]): string[] =>
      toText(drawWatch(modelOf([pictured({}, files)], view), plainTheme(64), 22)).match(/(hot|cold|warm)\.ts/g) ?? [];
    expect(shown({ sort: "heat" })).toEqual(["hot.ts", "warm.ts", "cold.ts"]);
    expect(shown({ sort: "path" })).toEqual(["cold.ts", "warm.ts", "hot.ts"]);
    expect(shown({ sort: "recent" })).toEqual(["hot.ts", "cold.ts", "warm.ts"]);
    expect(shown({ filter: "A/" })).toEqual(["warm.ts", "cold.ts"]);
    expect(shown({ filter: "nowhere" })).toEqual([]);
    expect(shown({ offset: 1 })).toEqual(["warm.ts", "cold.ts"]);
    expect(shown({ offset: 100 })).toEqual(["cold.ts"]);
  });

  it("fits any terminal, and removes control sequences", () => {
    const nasty = "\u001b[2J\u001b]0;x\u0007\r\nname\u202e日本語👍🏽".repeat(4);
    const session = pictured({ title: nasty, cwd: nasty, agentId: nasty, lastStopReason: nasty, isRunning: false }, [
      file(`${nasty}/${nasty}`),
      ...Array.from({ length: 300 }, (_, index) =>
        file(`folder-${index % 7}/${nasty}-${index}`, { heat: index / 300 }),
      ),
    ]);
    for (const [columns, rows] of [
      [20, 3],
      [39, 10],
      [63, 15],
      [79, 23],
      [139, 39],
      [300, 100],
    ] as const) {
      for (const view of [{}, { isHelp: true }, { selected: ALL }, { isTyping: true, filter: nasty }]) {
        for (const symbols of [theme().symbols, ASCII_SYMBOLS]) {
          const lines = drawWatch(modelOf([session, pictured()], view), theme(columns, { symbols }), rows);
          expect(lines.length).toBeLessThanOrEqual(rows);
          expect(Math.max(...lines.map(lineWidth))).toBeLessThanOrEqual(columns);
          for (const harm of ["\u001b", "\u0007", "\r", "\u202e"]) expect(toText(lines)).not.toContain(harm);
        }
      }
    }
  });

  it("uses only ASCII symbols in a plain terminal", () => {
    const shown = toText(
      drawWatch(modelOf([pictured(), pictured({ agentId: "b" })]), { ...plainTheme(79), symbols: ASCII_SYMBOLS }, 23),
    );
    // oxlint-disable-next-line no-control-regex -- what is not ASCII
    expect(shown.match(/[^\u0000-\u007f]/g)).toBeNull();
  });

  it("draws tens of thousands of files quickly", () => {
    const files = Array.from({ length: 20_000 }, (_, index) =>
      file(`src/${index % 500}/f${index}.ts`, { heat: (index % 100) / 100 }),
    );
    const session = pictured({}, files);
    expect(cpuMsOf(() => drawWatch(modelOf([session]), theme(139), 39))).toBeLessThan(5_000);
  });
});
