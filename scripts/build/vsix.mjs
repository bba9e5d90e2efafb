// The VS Code extension as one archive for all platforms: both hosts, the webview, and the server's program with its terminals.
import { zipSync } from "fflate";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { escapeXml } from "./xml.mjs";

/** The first day that the format knows, in the local time that it uses: the same files give the same bytes. */
const DAY = new Date(1980, 0, 1);
/** VS Code gives files the mode that the archive has for them on Unix. */
const EXECUTABLE = { os: 3, attrs: (0o100755 << 16) >>> 0 };

/** Returns the bytes of the archive. `backend` is a folder with the built program. */
export function toVsix({ root, backend, terminals }) {
  const folder = join(root, "apps", "vscode");
  const manifest = toShippedManifest(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const files = [
    { name: "package.json", data: Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`) },
    ...["package.nls.json", "package.nls.de.json", "README.md"].flatMap((name) => readOne(folder, name)),
    ...readOne(root, "LICENSE"),
    ...readBuilt(folder).flatMap((name) => readOne(folder, `dist/${name}`)),
    ...readTree(folder, "dist/webview"),
    ...readTree(folder, "media"),
    ...readTree(folder, "l10n"),
    ...readTree(backend, "").map(({ name, data }) => ({ name: `dist/backend/${name}`, data })),
    ...terminals.map((file) => ({ ...file, name: `dist/backend/node_modules/${file.name}` })),
  ];
  const inner = files.map((file) => ({ ...file, name: `extension/${file.name}` }));
  const all = [
    { name: "[Content_Types].xml", data: Buffer.from(contentTypes(inner)) },
    { name: "extension.vsixmanifest", data: Buffer.from(vsixManifest(manifest)) },
    ...inner,
  ];
  const entries = all.map(({ name, data, isProgram }) => [name, [new Uint8Array(data), isProgram ? EXECUTABLE : {}]]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9, mtime: DAY }));
}

/** Without what only this repository needs. VS Code loads both hosts as CommonJS. */
function toShippedManifest({ type: _type, private: _private, devDependencies: _needed, engines, ...manifest }) {
  return { ...manifest, engines: { vscode: engines.vscode } };
}

/** Both hosts, and the chunks that the one with Node loads later. */
function readBuilt(folder) {
  const chunks = readdirSync(join(folder, "dist")).filter((name) => /^chunk-.*\.js$/.test(name));
  return ["extension.js", "extension.browser.js", ...chunks.toSorted()];
}

function readOne(folder, name) {
  const path = join(folder, name);
  return existsSync(path) ? [{ name: name === "LICENSE" ? "LICENSE.txt" : name, data: readFileSync(path) }] : [];
}

function readTree(folder, under) {
  const path = join(folder, under);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted()
    .map((file) => ({ name: file.slice(folder.length + 1).replaceAll("\\", "/"), data: readFileSync(file) }));
}

function contentTypes(files) {
  const types = {
    json: "application/json",
    js: "application/javascript",
    cjs: "application/javascript",
    md: "text/markdown",
    css: "text/css",
    svg: "image/svg+xml",
    png: "image/png",
    txt: "text/plain",
    html: "text/html",
  };
  const endings = new Set(["vsixmanifest", ...files.map(({ name }) => name.split(".").at(-1))]);
  const lines = Array.from(endings, (ending) => {
    const type = ending === "vsixmanifest" ? "text/xml" : (types[ending] ?? "application/octet-stream");
    return `<Default Extension=".${escapeXml(ending)}" ContentType="${type}"/>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join("")}</Types>\n`;
}

function vsixManifest({
  name,
  displayName,
  publisher,
  version,
  description,
  categories,
  keywords,
  engines,
  extensionKind,
}) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escapeXml(name)}" Version="${escapeXml(version)}" Publisher="${escapeXml(publisher)}"/>
    <DisplayName>${escapeXml(displayName)}</DisplayName>
    <Description xml:space="preserve">${escapeXml(description)}</Description>
    <Tags>${escapeXml(keywords.join(","))}</Tags>
    <Categories>${escapeXml(categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escapeXml(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${escapeXml(extensionKind.join(","))}"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/media/icon.png</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/media/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}
