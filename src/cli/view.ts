import type { Paint } from "./paint.js";
import type { Texts } from "./texts/texts.js";

/** How a report is put into words. */
export interface View {
  readonly texts: Texts;
  readonly paint: Paint;
  readonly columns: number;
  /** The moment that times are told from, in ISO 8601. */
  readonly now: string;
  /** Where the log is looked for. */
  readonly home: string;
  readonly dryRun: boolean;
  /** Archives were named: the log of the home is not what was read. */
  readonly isNamed: boolean;
  /** Results only. */
  readonly quiet: boolean;
}
