// The page that the server shows at /: connects, and puts the app into the document.
import { connectServer } from "@parley/remote";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { listenForDrops } from "./pages/recording/dropped-file.ts";
import { App } from "./shell/App.tsx";
import { applyTheme } from "./state/theme.ts";
import "./page.css";

applyTheme();
listenForDrops(document, () => location.assign("#/recording"));
const remote = connectServer({ url: location.origin }, { client: { name: "web" } });
const place = document.getElementById("page");
if (place !== null) createRoot(place).render(createElement(App, { remote }));
