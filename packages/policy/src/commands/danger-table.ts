// The dangers of commands, by program. Programs that are missing here are not known to be dangerous.
import type { DangerClass } from "../decision.ts";
import { classifyGit } from "./danger-git.ts";
import * as network from "./danger-network.ts";
import * as words from "./danger-words.ts";
import { dropLeadingOptions } from "./options.ts";

/** Gets the words without the options before a sub-command, and all words. */
type Classify = (rest: readonly string[], all: readonly string[]) => DangerClass | undefined;

/** Programs that are dangerous with any arguments. */
const PROGRAMS: Readonly<Partial<Record<DangerClass, string>>> = {
  "alters-programs": "alias unalias shopt trap hash enable doskey set-alias",
  "changes-system": `mkfs mke2fs mkswap fdisk sfdisk parted diskutil format diskpart mount umount losetup cryptsetup sysctl
    modprobe insmod rmmod iptables ip6tables nft ufw route systemctl service launchctl at batch schtasks reg regedit
    bcdedit sc netsh shutdown reboot halt poweroff init telinit hostnamectl timedatectl update-alternatives chown chgrp
    chattr setfacl icacls takeown apt apt-get dpkg yum dnf rpm pacman apk zypper snap flatpak choco winget`,
  "deletes-files": "rmdir unlink del erase",
  "destroys-files": "rd remove-item shred srm truncate wipefs",
  "escalates-privileges": `sudo doas su runuser pkexec gosu runas setcap visudo passwd chpasswd useradd adduser usermod
    groupadd chroot nsenter unshare capsh`,
  "installs-software": "npx pnpx bunx uvx pipx brew port nix nix-env scoop",
  "reaches-network": "dig nslookup host ping nmap traceroute iwr invoke-webrequest",
  "reads-secrets": "printenv security pass gpg gpg2 ssh-keygen ssh-add op vault keyring secret-tool history",
  "runs-downloaded-code": "iex invoke-expression",
  "runs-unseen-code": "source . eval osascript powershell pwsh cmd awk gawk mawk expect gdb script",
  "sends-data": `ssh scp sftp ftp tftp nc ncat netcat socat telnet mail mailx sendmail mutt rclone s3cmd irm
    invoke-restmethod ngrok cloudflared`,
  "stops-processes": "kill pkill killall taskkill skill xkill fuser stop-process",
};

/** Programs whose danger depends on their arguments. */
const WORDS: Readonly<Record<string, Classify>> = {
  git: classifyGit,
  rm: words.classifyRemove,
  dd: words.classifyDd,
  find: words.classifyFind,
  tar: words.classifyTar,
  sed: words.classifySed,
  chmod: words.classifyModes,
  crontab: words.classifyCrontab,
  ip: words.classifyIp,
  defaults: words.classifyDefaults,
  env: words.classifyEnv,
  set: words.classifySet,
  ...forEach("export declare typeset readonly local", words.classifyExport),
  ...forEach("docker podman nerdctl", words.classifyContainer),
  ...forEach(
    "npm pnpm yarn bun deno pip pip3 uv poetry conda gem bundle cargo go composer dotnet",
    words.classifyPackages,
  ),
  ...forEach("ash bash csh dash fish ksh sh tcsh zsh", words.classifyInterpreter),
  ...forEach("node python python2 python3 perl ruby php lua tclsh", words.classifyInterpreter),
  curl: network.classifyCurl,
  wget: network.classifyWget,
  rsync: network.classifyRsync,
  openssl: network.classifyOpenssl,
  ...forEach("gsutil helm kubectl pulumi terraform tofu", network.classifyCloud(0)),
  ...forEach("aws az gh glab", network.classifyCloud(1)),
  gcloud: network.classifyCloud(2),
};

const CLASS_BY_PROGRAM: ReadonlyMap<string, DangerClass> = new Map(
  Object.entries(PROGRAMS).flatMap(([name, programs]) =>
    splitNames(programs).map((program) => [program, name as DangerClass] as const),
  ),
);

/** `program` is a bare name in lower case. */
export function classify(program: string, all: readonly string[]): DangerClass | undefined {
  return lookUp(program, all) ?? lookUp(withoutVersion(program), all);
}

function lookUp(program: string, all: readonly string[]): DangerClass | undefined {
  const look = Object.hasOwn(WORDS, program) ? WORDS[program] : undefined;
  if (look === undefined) return CLASS_BY_PROGRAM.get(program);
  return look(dropLeadingOptions(program, all), all);
}

/** mkfs.ext4 and python3.12 are looked up as mkfs and python. */
function withoutVersion(program: string): string {
  const dot = program.indexOf(".");
  return dot > 0 ? program.slice(0, dot) : "";
}

function forEach(programs: string, look: Classify): Record<string, Classify> {
  return Object.fromEntries(splitNames(programs).map((program) => [program, look]));
}

function splitNames(names: string): string[] {
  return names.split(/\s+/);
}
