// Links are opened by the editor, which asks first; a webview must not leave its document.
import { wish } from "./wishes.ts";

export function openLinksOutside(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const href = link?.getAttribute("href") ?? "";
    if (!/^(https?|mailto):/i.test(href)) return;
    event.preventDefault();
    void wish("openLink", href);
  });
}
