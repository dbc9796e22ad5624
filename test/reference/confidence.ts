/** What happens to a pattern's confidence, in log order. */
export type ConfidenceEvent = "hit" | "false positive" | "confirmation";

/** Semantics, section 7, told event by event. Values are in hundredths. */
export function referenceConfidence(start: number, events: readonly ConfidenceEvent[]): number {
  let value = start;
  let pending = false;
  let cleanHits = 0;
  let falsePositives = 0;
  const clean = (): void => {
    pending = false;
    falsePositives = 0;
    cleanHits++;
    if (cleanHits === 5) {
      value = Math.min(100, value + 10);
      cleanHits = 0;
    }
  };
  for (const event of events) {
    if (event === "hit") {
      if (pending) clean();
      pending = true;
    } else if (event === "confirmation") {
      if (pending) clean();
      falsePositives = 0;
    } else {
      pending = false;
      cleanHits = 0;
      falsePositives++;
      if (falsePositives === 3) {
        value = Math.max(10, value - 20);
        falsePositives = 0;
      }
    }
  }
  if (pending) clean();
  return value;
}
