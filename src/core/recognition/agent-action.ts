/** A tool's name as agents write them; such a word in the conversation is the only thing of it that is kept. */
const SNAKE_CASE = /(?<![\p{L}\p{N}_])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\p{L}\p{N}_])/u;
/** Of a conversation, so much is searched. */
const MAX_CONTEXT = 20_000;

/** What the agent was doing: the record's `agent_action`, `tool` or `tool_name`, else the first snake_case word of `context`. */
export function agentActionOf(text: (key: string) => string): string {
  const named = text("agent_action") || text("tool") || text("tool_name");
  return named || (SNAKE_CASE.exec(text("context").slice(0, MAX_CONTEXT))?.[0] ?? "");
}
