import { registerLoaders } from "wuchale/load-utils";
import { loadCatalog, loadIDs } from "./.wuchale/page.proxy.js";
import { withPseudo } from "../src/language/pseudo";

// The transformed modules import both names.
export const getRuntime = registerLoaders("page", withPseudo(loadCatalog), loadIDs);
export const getRuntimeRx = getRuntime;
