import { registerLoaders } from "wuchale/load-utils";
import { loadCatalog, loadIDs } from "./.wuchale/scripts.proxy.js";
import { withPseudo } from "../src/language/pseudo";

// The transformed modules import both names.
export const getRuntime = registerLoaders("scripts", withPseudo(loadCatalog), loadIDs);
export const getRuntimeRx = getRuntime;
