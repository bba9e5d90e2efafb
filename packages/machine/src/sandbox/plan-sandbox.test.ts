import { expect, it } from "vitest";
import { planSandbox, type SandboxFacts } from "./plan-sandbox.ts";

const facts: SandboxFacts = {
  hasNetwork: true,
  isPty: false,
  cwd: "/home/ada/app",
  home: "/home/ada",
  system: ["/usr", "/etc"],
  links: [{ path: "/bin", target: "usr/bin" }],
  private: [{ path: "/etc/shadow", isFolder: false }],
  kernel: [{ path: "/proc/sys", isFolder: true }],
  readable: ["/home/ada/.gitconfig"],
  writable: ["/home/ada/.claude"],
  roots: ["/home/ada/app"],
  readOnly: ["/home/ada/app/.git/config"],
  hidden: [{ path: "/home/ada/app/a/b/keys", isFolder: true }],
  programs: [],
};

/** Where the mount of a path comes in the plan; later ones lie on top. */
function placeOf(plan: readonly string[], option: string, path: string): number {
  return plan.findIndex((text, index) => text === option && plan.slice(index, index + 3).includes(path));
}

it("gives no rights, no other namespaces and no life after its parent", () => {
  const plan = planSandbox(facts);
  for (const option of ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent"]) {
    expect(plan).toContain(option);
  }
  expect(plan.join(" ")).toContain("--disable-userns --cap-drop ALL");
  expect(plan).not.toContain("--dev-bind");
});

it("has the network of the machine, or none", () => {
  expect(planSandbox(facts)).not.toContain("--unshare-net");
  expect(planSandbox({ ...facts, hasNetwork: false })).toContain("--unshare-net");
});

it("leaves the session of a terminal that is its own, and no other", () => {
  expect(planSandbox(facts)).toContain("--new-session");
  expect(planSandbox({ ...facts, isPty: true })).not.toContain("--new-session");
});

it("puts the home over the system, folders over the home, and what is hidden over those", () => {
  const plan = planSandbox(facts);
  const places = [
    placeOf(plan, "--ro-bind", "/usr"),
    placeOf(plan, "--tmpfs", "/home/ada"),
    placeOf(plan, "--ro-bind", "/home/ada/.gitconfig"),
    placeOf(plan, "--bind", "/home/ada/.claude"),
    placeOf(plan, "--bind", "/home/ada/app"),
    placeOf(plan, "--ro-bind", "/home/ada/app/.git/config"),
    placeOf(plan, "--tmpfs", "/home/ada/app/a/b/keys"),
    placeOf(plan, "--remount-ro", "/home/ada/app/a/b/keys"),
  ];
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it("pins every folder on the way to what is hidden, so that none can be renamed", () => {
  const plan = planSandbox(facts);
  for (const folder of ["/home/ada/app/a", "/home/ada/app/a/b", "/home/ada/app/.git"]) {
    expect(placeOf(plan, "--bind", folder)).toBeGreaterThan(placeOf(plan, "--bind", "/home/ada/app"));
  }
  expect(placeOf(plan, "--bind", "/home/ada/app/a/b/keys")).toBe(-1);
});

it("covers the kernel's settings, and what the system keeps for root", () => {
  const plan = planSandbox(facts);
  expect(placeOf(plan, "--ro-bind", "/proc/sys")).toBeGreaterThan(plan.indexOf("--proc"));
  expect(plan.join(" ")).toContain("--ro-bind /dev/null /etc/shadow");
});

it("ends in a disk that nothing can be added to, and in the folder of the command", () => {
  expect(planSandbox(facts).slice(-4)).toEqual(["--remount-ro", "/", "--chdir", "/home/ada/app"]);
});
