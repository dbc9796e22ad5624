import { randomInt } from "node:crypto";
import type { HashSeed } from "../core/line/hash.js";

/** The seed keeps whoever writes the log from choosing ids that collide. */
export function randomSeed(): HashSeed {
  return { k0: randomInt(2 ** 32) | 0, k1: randomInt(2 ** 32) | 0 };
}
