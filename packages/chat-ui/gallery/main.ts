// The gallery: every component in every state, from recorded sessions. `npm run gallery` serves it.
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Gallery } from "./Gallery.tsx";
import "../src/theme/theme.css";

const place = document.getElementById("gallery");
if (place !== null) createRoot(place).render(createElement(Gallery));
