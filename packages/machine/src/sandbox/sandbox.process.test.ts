import { compileRules, createZones, type Zones } from "@parley/policy";
import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTempFolder } from "../processes/fixtures/temp-folder.ts";
import { spawnProcess } from "../processes/spawn-process.ts";
import { createTerminal } from "../terminals/create-terminal.ts";
import { probeSandbox } from "./bubblewrap.ts";
import { createSandbox, type OpenSandbox, type SandboxOptions } from "./create-sandbox.ts";

const state = await probeSandbox();
/** Why these tests do not run, where they do not. */
const reason = state.isAvailable ? "" : ` (${state.error.message})`;

const SECRET = "planted-secret-4711";
const folder = createTempFolder();
const home = join(folder, "home");
const parleyHome = join(home, ".parley");
const root = join(home, "work/project");
const outside = join(folder, "outside");

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

function zones(): Promise<Zones> {
  const raw = {
    version: 1,
    zones: { deny: ["conf/infra/**", "**/*.pem"] },
    rules: [{ verdict: "deny", kind: "write", paths: ["package.json"] }],
  };
  const platform = { style: "posix", isCaseInsensitive: false } as const;
  const written = compileRules([{ layer: "machine", raw }]);
  return Promise.resolve(createZones({ written }, { workspace: root, roots: [root], platform }));
}

function open(over: Partial<SandboxOptions> = {}): OpenSandbox {
  return createSandbox({ network: "open", roots: [root], parleyHome, homeFolder: home, zones, ...over });
}

/** Exit code, and everything it wrote. */
async function run(line: string, over: Partial<SandboxOptions> = {}): Promise<{ code: number | null; text: string }> {
  await using sandbox = open(over);
  const env = { HOME: home, PARLEY_HOME: parleyHome, SSH_AUTH_SOCK: join(folder, "agent.sock"), LEAK: undefined };
  const child = await spawnProcess({ command: `${line}\n`, cwd: root, env, sandbox, keepStdout: true });
  child.stdin.end();
  const { exitCode } = await child.exited;
  await child.end();
  return { code: exitCode, text: child.stdoutKept.text() + child.stderrKept.text() };
}

/** Of everything in a folder that is not the project. */
function fingerprint(): string {
  const list = execFileSync("find", [folder, "-not", "-path", `${root}*`, "-printf", "%p %y %m %s %T@ %C@\n"]);
  return createHash("sha256").update(list.toString().split("\n").toSorted().join("\n")).digest("hex");
}

let server: Server;
let abstract: Server;
let port = 0;
const abstractName = `parley-test-${process.pid}`;

beforeAll(async () => {
  put(join(home, ".ssh/id_ed25519"), SECRET, 0o600);
  put(join(home, ".claude/credentials.json"), SECRET, 0o600);
  put(join(home, ".gitconfig"), "[user]\n\tname = Ada\n");
  put(join(parleyHome, "token"), SECRET, 0o600);
  put(join(parleyHome, "agents/mine/bin/agent"), "#!/bin/sh\necho started\n", 0o755);
  put(join(outside, "secret.txt"), SECRET);
  put(join(home, "work/sibling.txt"), SECRET);
  put(join(root, "package.json"), "{}");
  put(join(root, "conf/infra/prod.env"), SECRET);
  put(join(root, "conf/plain.txt"), "plain");
  put(join(root, "src/deep/server.pem"), SECRET);
  symlinkSync(join(outside, "secret.txt"), join(root, "link-out"));
  symlinkSync(join(root, "conf/infra"), join(root, "link-in"));
  execFileSync("git", ["init", "-q", root]);
  put(join(root, ".git/hooks/pre-commit.sample"), "");
  server = createServer((socket) => socket.end(SECRET));
  abstract = createServer((socket) => socket.end(SECRET));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => abstract.listen(`\0${abstractName}`, resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  server.close();
  abstract.close();
});

describe.skipIf(!state.isAvailable)(`in the sandbox${reason}`, () => {
  it("has its work: the project, the system's programs, an identity for Git, places to write", async () => {
    const theirs = `/tmp/${randomUUID()}`;
    const line = [
      "set -e",
      "pwd; cat conf/plain.txt; echo; git config user.name",
      "echo new > made.txt; cat made.txt",
      `echo a > "$HOME/a"; echo b > ${theirs}; cat "$HOME/a" ${theirs}; ls -A /tmp "$HOME" | wc -l`,
      "node -e 'console.log(6*7)'; git status --porcelain | head -1",
    ].join("; ");
    const { code, text } = await run(line);
    expect(text).toContain(`${root}\nplain\nAda\nnew\na\nb\n`);
    expect(text).toContain("42");
    expect([code, readFileSync(join(root, "made.txt"), "utf8")]).toEqual([0, "new\n"]);
    expect([existsSync(theirs), existsSync(join(home, "a"))]).toEqual([false, false]);
  });

  it.each([
    ["a key in the home", `cat ${home}/.ssh/id_ed25519`],
    ["another agent's folder", `cat ${home}/.claude/credentials.json`],
    ["Parley's token", `cat ${parleyHome}/token`],
    ["a file elsewhere", `cat ${outside}/secret.txt`],
    ["a file beside the project", "cat ../sibling.txt"],
    ["a link out of the project", "cat link-out"],
    ["a link of its own", `ln -sf ${outside}/secret.txt mine; cat mine`],
    ["a hard link", `ln ${outside}/secret.txt hard && cat hard`],
    ["the root of another process", `for p in /proc/[0-9]*; do cat $p/root${outside}/secret.txt; done`],
    ["a file that was open when Parley started", "ls /proc/self/fd | grep -vE '^[0123]$'"],
    ["what Parley was started with", "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -a planted"],
    ["a denied folder", "cat conf/infra/prod.env"],
    ["a denied folder through a link", "cat link-in/prod.env"],
    ["a denied file", "cat src/deep/server.pem"],
    ["a denied folder that is moved", "mv conf/infra conf/x && cat conf/x/prod.env"],
    ["a denied folder whose parent is moved", "mv conf conf2 && cat conf2/infra/prod.env"],
    ["a denied file that is copied", "cp -r src copy && cat copy/deep/server.pem"],
    ["a hard link to a denied file", "ln src/deep/server.pem hard2 && cat hard2"],
    ["what lies below a mount", "umount conf/infra && cat conf/infra/prod.env"],
    ["a mount of its own", `unshare -Urm sh -c 'mount --bind / /mnt && cat /mnt${outside}/secret.txt'`],
    ["what only root may read", "cat /etc/shadow | grep -q . && echo planted-secret"],
    ["the memory of the machine", "head -c 16 /proc/kcore | grep -aq . && echo planted-secret"],
  ])("does not read %s", async (_, line) => {
    const { code, text } = await run(line);
    expect(text).not.toContain("planted");
    expect(code).not.toBe(0);
  });

  it.each([
    ["the root of the disk", "touch /made"],
    ["/etc", "touch /etc/made"],
    ["/usr", "touch /usr/bin/made"],
    ["the folder above", "touch ../made && false"],
    ["the home", "touch ~/made && false"],
    ["a file elsewhere", `echo x >> ${outside}/secret.txt`],
    ["a file elsewhere through a link", "echo x >> link-out"],
    ["a new link elsewhere", `ln -sf ${outside}/made mine2; echo x > mine2`],
    ["the disk through its own process", `echo x > /proc/self/root${outside}/made`],
    ["the disk through the first process", `echo x > /proc/1/root${outside}/made`],
    ["a device", "mknod disk b 254 0 && echo x > disk"],
    ["a remount", "mount -o remount,rw /usr && touch /usr/made"],
    ["the kernel's settings", "cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness"],
    ["the kernel's program for crashes", "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern"],
    ["a program for Git to run", "echo '[core] fsmonitor = /bin/true' >> .git/config"],
    ["a hook of Git", "echo '#!/bin/sh' > .git/hooks/pre-commit"],
    ["another folder in Git's place", "mv .git .git2"],
    ["a protected file", "echo '{\"a\":1}' > package.json"],
    ["another file in its place", "echo x > p && mv -f p package.json"],
    ["a denied folder", "echo x > conf/infra/made"],
    ["a denied folder in its place", "rm -rf conf/infra && mkdir conf/infra"],
    ["its own identity for Git", 'echo x >> "$HOME/.gitconfig"'],
    ["another user", "setpriv --reuid 1 true"],
    ["more rights by a program that has them", "su -c true nobody"],
    ["a name for the machine", "hostname evil"],
  ])("does not write %s", async (_, line) => {
    const before = fingerprint();
    const { code } = await run(line);
    expect(code).not.toBe(0);
    expect(fingerprint()).toBe(before);
    expect(readFileSync(join(root, "conf/infra/prod.env"), "utf8")).toBe(SECRET);
    expect(readFileSync(join(root, "package.json"), "utf8")).toBe("{}");
    expect(statSync(join(root, ".git/config")).isFile()).toBe(true);
  });

  it("has nobody's rights, also where Parley is root", async () => {
    const { text } = await run("grep -E '^(Cap|NoNewPrivs)' /proc/self/status; unshare -U true 2>/dev/null; echo $?");
    expect(text).toMatch(/CapEff:\t0{16}\n[\s\S]*CapBnd:\t0{16}\n[\s\S]*NoNewPrivs:\t1\n1\n$/);
  });

  it("sees no process outside, and no variable that leads to one", async () => {
    const { text } = await run(`ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid}; env`);
    expect(Number(text.split("\n")[0])).toBeLessThan(10);
    expect(text).toContain("No such process");
    expect(text).not.toMatch(/^(SSH_AUTH_SOCK|PARLEY_HOME|DBUS_|DOCKER_|XDG_RUNTIME_DIR)/m);
    expect(text).toMatch(/^PARLEY_GUARD=/m);
  });

  const reach = (code: string): string =>
    `node -e 'const s=require("net").connect(${code});s.on("data",d=>console.log(String(d)));s.on("error",e=>{console.log(e.code);process.exitCode=1})'`;

  it("reaches nothing when the network is off: no port of this machine, no socket without a file, no address", async () => {
    const off = { network: "off" } as const;
    for (const target of [`${port},"127.0.0.1"`, `{path:"\\0${abstractName}"}`, `53,"192.0.2.1"`, `${port},"::1"`]) {
      const { code, text } = await run(reach(target), off);
      expect([target, code, text.includes(SECRET)]).toEqual([target, 1, false]);
    }
    expect((await run(reach(`${port},"127.0.0.1"`))).text).toContain(SECRET);
  });

  /** The status that the proxy answers with, and what came through. */
  const through = (target: string): string =>
    `node -e 'const h=require("http"),{port}=new URL(process.env.HTTPS_PROXY);` +
    `h.request({agent:false,port,method:"CONNECT",path:"${target}"}).on("connect",(r,s,h)=>{console.log("status",r.statusCode);if(h.length)console.log(String(h));s.on("data",d=>console.log(String(d))).on("end",()=>s.destroy());if(r.statusCode!==200)s.destroy()}).on("error",e=>console.log(e.code)).end()'`;

  it("reaches the hosts that are listed through the proxy, and nothing else", async () => {
    const refused: string[] = [];
    const onRefused = (why: string): void => void refused.push(why);
    const limited = { network: "limited", hosts: [`127.0.0.1:${port}`, "localhost"], onRefused } as const;
    const allowed = await run(through(`127.0.0.1:${port}`), limited);
    expect(allowed.text).toBe(`status 200\n${SECRET}\n`);
    for (const target of [`localhost:${port}`, "localhost:80", `[::1]:${port}`, "192.0.2.1:443", "evil.example:443"]) {
      const { text } = await run(through(target), limited);
      expect([target, text]).toEqual([target, "status 403\n"]);
    }
    expect(refused.toSorted()).toEqual([
      "192.0.2.1:443 is not among the hosts of this sandbox",
      `[::1]:${port} is not among the hosts of this sandbox`,
      "evil.example:443 is not among the hosts of this sandbox",
      expect.stringMatching(/^localhost \(.+\) is this machine \(loopback\)/),
      `localhost:${port} is not among the hosts of this sandbox`,
    ]);
    for (const target of [`${port},"127.0.0.1"`, `{path:"\\0${abstractName}"}`, `53,"192.0.2.1"`]) {
      expect(await run(reach(target), limited)).toMatchObject({
        code: 1,
        text: expect.not.stringContaining(SECRET) as string,
      });
    }
  });

  it("ends as the program does, behind the proxy too", async () => {
    const limited = { network: "limited", hosts: [] } as const;
    expect(await run("echo out; exit 7", limited)).toEqual({ code: 7, text: "out\n" });
    expect((await run("kill -9 $$", limited)).code).toBe(137);
  });

  it("shows an agent that Parley installed, and nothing else of Parley's folder", async () => {
    const agent = join(parleyHome, "agents/mine/bin/agent");
    const over = { programs: [[agent]] as const };
    expect(await run(`${agent}; cat ${parleyHome}/token`, over)).toMatchObject({
      text: expect.stringMatching(/^started/) as string,
    });
    expect((await run(`cat ${parleyHome}/token; ls ${parleyHome}`, over)).text).not.toContain("planted");
  });

  it("shows what was asked for, for reading or for writing, never Parley's folder", async () => {
    put(join(home, ".tool/a"), "tool");
    put(join(home, ".state/b"), "state");
    const over = { read: [join(home, ".tool"), parleyHome, home], write: [join(home, ".state"), "/", folder] };
    const { text } = await run(
      `cat ~/.tool/a ~/.state/b; echo c > ~/.state/c; echo d > ~/.tool/d; cat ~/.ssh/id_ed25519 ${parleyHome}/token`,
      over,
    );
    expect(text).toMatch(/^toolstate/);
    expect(text).not.toContain("planted");
    expect([existsSync(join(home, ".state/c")), existsSync(join(home, ".tool/d"))]).toEqual([true, false]);
  });

  it("runs on a pseudo-terminal, where keys reach it", async () => {
    const terminal = await createTerminal({
      command: "read -r line; echo got $line",
      cwd: root,
      sandbox: open(),
      pty: { cols: 80, rows: 20 },
    });
    terminal.write("hello\n");
    expect(await terminal.waitForExit()).toEqual({ exitCode: 0, signal: null });
    expect(terminal.output().output).toContain("got hello");
    await terminal.release();
  });
});

describe.skipIf(process.platform !== "linux")("where no sandbox can be had", () => {
  it.each([
    ["the home", home],
    ["the folder above the home", folder],
    ["the disk", "/"],
    ["the system", "/usr"],
    ["a folder of Parley", join(parleyHome, "agents")],
    ["the kernel's files", "/proc/self"],
  ])("refuses %s as a project, instead of running without", async (_, place) => {
    const running = spawnProcess({ command: "true", cwd: place, sandbox: open({ roots: [place] }) });
    await expect(running).rejects.toMatchObject({ code: "sandbox_unavailable" });
  });
});
