export { cleanForTerminal } from "./safe-text.js";
