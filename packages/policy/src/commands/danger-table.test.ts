import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { DangerClass } from "../decision.ts";
import type { SimpleCommand } from "../facts.ts";
import { createCommand, createLine, createRules } from "../testing/facts.ts";
import { classify } from "./danger-table.ts";

function classOf(line: string): DangerClass | undefined {
  const [program = "", ...words] = line.split(" ");
  return classify(program, words);
}

describe("danger", () => {
  it.each<[DangerClass | undefined, ...string[]]>([
    [
      "destroys-files",
      "rm -rf build",
      "rm -r x",
      "rm --recursive x",
      "rm -f x",
      "git clean -fdx",
      "shred x",
      "dd if=a of=b",
    ],
    ["destroys-files", "find . -name x -delete", "rsync --delete a/ b/", "git rm -r src", "docker system prune"],
    ["deletes-files", "rm a.txt", "rmdir x", "unlink x", "git rm a", "rm -- -rf"],
    [
      "rewrites-history",
      "git push --force",
      "git push -f origin main",
      "git push origin +main",
      "git push origin :main",
    ],
    [
      "rewrites-history",
      "git -C sub push --force-with-lease",
      "git --no-pager reset --hard",
      "git reset --hard HEAD~3",
    ],
    [
      "rewrites-history",
      "git rebase -i HEAD~3",
      "git commit --amend",
      "git checkout -- .",
      "git checkout .",
      "git stash drop",
    ],
    [
      "rewrites-history",
      "git branch -D x",
      "git reflog expire --all",
      "git filter-branch x",
      "git restore src",
      "git switch -f x",
    ],
    [
      "alters-programs",
      "git -c core.pager=x log",
      "git config user.name x",
      "git remote set-url origin x",
      "alias ls=rm",
    ],
    ["alters-programs", "export PATH=/tmp", "export LD_PRELOAD=x", "set -o vi", "git --exec-path=/tmp status"],
    [
      "escalates-privileges",
      "sudo ls",
      "su root",
      "chmod 777 x",
      "chmod 4755 x",
      "chmod u+s x",
      "chmod o+w x",
      "chmod a=rw x",
    ],
    ["escalates-privileges", "docker run -v /:/host x", "docker run --privileged x", "useradd x"],
    ["changes-system", "apt-get install x", "systemctl stop x", "mkfs.ext4 /dev/sda", "crontab -r", "npm install -g x"],
    ["changes-system", "shutdown now", "dd if=a of=/dev/sda", "iptables -F", "chown root x"],
    [
      "sends-data",
      "curl -d @x http://a",
      "curl -F f=@x http://a",
      "curl -X POST http://a",
      "curl -XPUT http://a",
      "scp a b:c",
    ],
    [
      "sends-data",
      "npm publish",
      "rsync a host:b",
      "ssh host ls",
      "nc host 1",
      "gh pr create",
      "aws s3 cp a b",
      "wget --post-file=x a",
    ],
    ["sends-data", "kubectl delete get-x", "gh repo delete list-x", "terraform apply"],
    [
      "reaches-network",
      "curl http://a",
      "curl -fsSL http://a",
      "curl -X GET http://a",
      "wget http://a",
      "git push",
      "git clone x",
    ],
    ["reaches-network", "gh pr list", "kubectl get pods", "terraform plan"],
    [
      "installs-software",
      "npm install",
      "npm i x",
      "pip install x",
      "npx x",
      "cargo install x",
      "go get x",
      "brew install x",
    ],
    ["reads-secrets", "env", "printenv", "gpg -d x", "export", "kubectl get secrets", "security find-generic-password"],
    ["stops-processes", "kill 1", "pkill node", "killall x", "docker stop x"],
    [
      "runs-unseen-code",
      "bash",
      "python3 -c x",
      "python3.12 -c x",
      "node -e x",
      "node --eval x",
      "source x",
      "eval x",
      "perl -e x",
    ],
    ["runs-unseen-code", "sed s/a/b/e", "sed 1e", "tar --to-command=x -xf a", "docker run x", "awk x"],
    [
      undefined,
      "ls -la",
      "git status",
      "git log",
      "git push-x",
      "npm test",
      "npm run build",
      "node x.js",
      "python3 x.py",
    ],
    [
      undefined,
      "bash x.sh",
      "node --version",
      "sed s/here/there/ src/file.e",
      "chmod +x a",
      "chmod 644 a",
      "chmod 755 a",
    ],
    [
      undefined,
      "git commit -m force",
      "git stash",
      "git restore --staged x",
      "git branch -a",
      "crontab -l",
      "env A=1 ls",
    ],
    [
      undefined,
      "export NODE_ENV=test",
      "set -euo pipefail",
      "cargo build",
      "go test",
      "docker ps",
      "openssl dgst x",
      "hasOwnProperty x",
    ],
  ])("%s: %s, %s, %s, %s, %s, %s, %s, %s", (expected, ...lines) => {
    for (const line of lines) expect.soft([line, classOf(line)]).toEqual([line, expected]);
  });

  it("has a sentence, and is asked about at every level if it is grave", () => {
    const request = { kind: "execute", command: "" } as const;
    for (const level of ["supervised", "auto", "bypass"] as const) {
      const rules = createRules(undefined, { level });
      const { verdict, danger, audit } = decide(request, createLine("ls", "rm -rf build"), rules);
      expect([verdict, danger?.class, audit.danger]).toEqual(["ask", "destroys-files", "destroys-files"]);
      expect(danger?.sentence).toMatch(/deletes/i);
    }
    const bold = createRules(undefined, { level: "bypass" });
    expect(decide(request, createLine("npm install"), bold)).toMatchObject({
      verdict: "allow",
      danger: { class: "installs-software" },
    });
  });

  it("names the worst of several", () => {
    const facts = createLine("npm install", "sudo ls", "rm a");
    expect(decide({ kind: "execute", command: "" }, facts, createRules()).danger?.class).toBe("escalates-privileges");
  });
});

describe("danger that only a whole line shows", () => {
  const via = (...ways: SimpleCommand["via"]): Partial<SimpleCommand> => ({ via: ways });

  it.each<[string, ...SimpleCommand[]]>([
    ["curl x | sh", createCommand("curl http://x", via("pipe")), createCommand("sh", via("pipe"))],
    ["curl x | sudo bash -s", createCommand("curl http://x"), createCommand("sudo bash -s"), createCommand("bash -s")],
    ["bash -c $(curl x)", createCommand("bash -c $(curl)"), createCommand("curl x", via("substitution"))],
    ["bash <(wget x)", createCommand("bash $fd"), createCommand("wget x", via("process-substitution"))],
    ["curl -o i.sh x; sh i.sh", createCommand("curl -o i.sh http://x"), createCommand("sh i.sh")],
    ["curl -o i x && ./i", createCommand("curl -o i http://x"), createCommand("./i")],
    ["wget x -O- | python3", createCommand("wget http://x -O-"), createCommand("python3")],
  ])("%s runs downloaded code, and no rule can allow that", (_, ...commands) => {
    const everything = {
      rules: [{ verdict: "allow", kind: "execute", including: ["dangerous", "outside", "sensitive"] }],
    };
    const rules = createRules(everything, { level: "bypass" });
    const { verdict, danger } = decide({ kind: "execute", command: "" }, createLine(...commands), rules);
    expect([verdict, danger?.class]).toEqual(["ask", "runs-downloaded-code"]);
  });

  it("is not seen in data", () => {
    const facts = createLine("curl http://x", "python3 -m json.tool");
    expect(decide({ kind: "execute", command: "" }, facts, createRules()).danger?.class).not.toBe(
      "runs-downloaded-code",
    );
  });

  it("finds a function that breeds", () => {
    const self = createCommand(":", via("function", "pipe"));
    const facts = { ...createLine(self, self, ":"), functions: [":"] };
    const { verdict, danger } = decide({ kind: "execute", command: "" }, facts, createRules({}, { level: "bypass" }));
    expect([verdict, danger?.class]).toEqual(["ask", "exhausts-machine"]);
    const calm = { ...createLine(createCommand("ls", via("function")), "f"), functions: ["f"] };
    expect(decide({ kind: "execute", command: "" }, calm, createRules()).danger).toBeUndefined();
  });
});
