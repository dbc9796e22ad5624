/** What a text does that no draft should. */
export type ThreatKind =
  /** Tells the agent to drop what it was told, or puts itself above it. */
  | "overrides-instructions"
  /** Gives the agent another role or frees it of its rules. */
  | "changes-role"
  /** Asks for the agent's prompt or rules. */
  | "asks-for-prompt"
  /** Tells the agent to hide something from the person. */
  | "hides-from-user"
  /** Switches the guard, the confirmation or the review off. */
  | "disables-guard"
  /** Markup of a conversation: role tags, tool calls, the end of a section. */
  | "forges-conversation"
  /** Fetches code and runs it, or opens a shell to elsewhere. */
  | "runs-remote-code"
  /** Reads credentials, or sends data away. */
  | "exfiltrates";

/** A sign of one kind. Where it is prohibited in the text itself ("never …") it does not count, unless `always`. */
export interface Threat {
  readonly kind: ThreatKind;
  readonly pattern: RegExp;
  readonly always?: boolean;
}

/**
 * A pattern over words: a blank is a blank or nothing (words may be run together), `␣` is a blank, and `…` is up to 40 characters of the
 * same clause. Gaps are bounded and nothing is repeated inside a repetition, so the time for a character is bounded.
 */
export function phrase(source: string): RegExp {
  return new RegExp(
    source
      .replaceAll("…", String.raw`[^.;!?。;\n]{0,40}?`)
      .replaceAll(" ", " ?")
      .replaceAll("␣", " "),
    "g",
  );
}
