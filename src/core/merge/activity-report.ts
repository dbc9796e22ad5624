import { DAY_MS } from "../../model/options.js";
import type { ActivityReport } from "../../model/report.js";
import type { Activity } from "../count/activity.js";
import { patternIdentity } from "../recognition/recognition.js";
import { isoTime } from "../line/time.js";

/** The activity in the report's shape. */
export function activityReport(activity: Activity): ActivityReport {
  const { firstDay, patterns, others, earlier, sessions, elsewhere } = activity;
  return {
    from: others.length === 0 ? null : dayText(firstDay),
    to: others.length === 0 ? null : dayText(firstDay + others.length - 1),
    earlier,
    patterns: patterns.map((one) => Object.assign({ pattern: one.key }, patternIdentity(one), { days: one.days })),
    others,
    sessions: sessions.map(({ id, hits, others: rest }) => ({ session_id: id, hits, others: rest })),
    elsewhere,
  };
}

function dayText(day: number): string {
  return (isoTime(day * DAY_MS) as string).replace(/T.*/, "");
}
