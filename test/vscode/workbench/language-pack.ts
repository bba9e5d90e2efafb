// VS Code in another language, as far as extensions see it: a language pack without a translation of VS Code itself.
import { strToU8, zipSync } from "fflate";
import { writeFile } from "node:fs/promises";
import type { BrowserContext } from "playwright-core";
import type { CodeServer } from "./code-server.ts";

/** What its command "Configure Display Language" sets in a browser. */
const COOKIE = "vscode.nls.locale";

const MANIFEST = {
  name: "test-language-pack-de",
  publisher: "parley-test",
  version: "1.0.0",
  engines: { vscode: "^1.100.0" },
  contributes: {
    localizations: [
      {
        languageId: "de",
        languageName: "German",
        localizedLanguageName: "Deutsch",
        translations: [{ id: "vscode", path: "./main.i18n.json" }],
      },
    ],
  },
};

const VSIX_MANIFEST = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${MANIFEST.name}" Version="${MANIFEST.version}" Publisher="${MANIFEST.publisher}" />
    <DisplayName>${MANIFEST.name}</DisplayName>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code" /></Installation>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" /></Assets>
</PackageManifest>`;

/** Windows of this browser that are opened from now on are in German, until it is disposed. */
export async function speakGerman(server: CodeServer, browser: BrowserContext): Promise<AsyncDisposable> {
  const vsix = server.file("language-pack.vsix");
  const files = {
    "extension.vsixmanifest": strToU8(VSIX_MANIFEST),
    "[Content_Types].xml": strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>',
    ),
    "extension/package.json": strToU8(JSON.stringify(MANIFEST)),
    "extension/main.i18n.json": strToU8(JSON.stringify({ version: "1.0.0", contents: {} })),
  };
  await writeFile(vsix, zipSync(files));
  await server.command("--install-extension", vsix, "--force");
  await browser.addCookies([{ name: COOKIE, value: "de", url: server.origin }]);
  return {
    [Symbol.asyncDispose]: async () => {
      await browser.clearCookies({ name: COOKIE });
      await server.command("--uninstall-extension", `${MANIFEST.publisher}.${MANIFEST.name}`);
    },
  };
}
