import "./styles/fonts.css";
import "./styles/app.css";
import "./styles/art.css";
import "./styles/looks.css";
import "./api/ahead";
import { registerLater } from "./browser/serviceWorker";
import { loadLanguage } from "./language/language";

if (import.meta.env.PROD) registerLater();
// Modules use their messages when they are run, so the catalogue comes first. The build lets the browser download them
// meanwhile. Not by an `await` of this module: the other ones import it, and would wait for themselves.
void loadLanguage().then(() => import("./begin"));
