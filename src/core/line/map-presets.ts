/** Shapes of JSON logs that are met often, by name: where each keeps what a record of ours has, by field. */
export const PRESETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  /** Our own names: takes back what a setting maps. */
  plain: {},
  /** Elastic Common Schema, with its names nested or dotted. */
  ecs: {
    ts: "@timestamp",
    session_id: '.session.id|."session.id"|.trace.id|."trace.id"',
    rule_id: '.rule.id|."rule.id"',
    interceptor: '.rule.category|."rule.category"|.event.module|."event.module"',
    action: '.event.action|."event.action"',
    reason: '.event.reason|."event.reason"|.message',
  },
  /** One log record of OpenTelemetry a line: attributes as a list of key and value (OTLP) or as an object. */
  otel: {
    ts: ".timeUnixNano|.observedTimeUnixNano|.Timestamp|.ObservedTimestamp|.timestamp",
    session_id: `${attribute("session.id")}|.traceId|.TraceId`,
    rule_id: attribute("rule.id"),
    interceptor: attribute("rule.category"),
    action: attribute("event.action"),
    reason: ".body.stringValue|.body|.Body.stringValue|.Body",
  },
  /** Docker's json-file: the line that a container wrote stands as text in `log`. */
  docker: { record: ".log", timestamp: ".time" },
};

function attribute(name: string): string {
  return ["attributes", "Attributes"]
    .flatMap((list) => [
      `.${list}[key="${name}"].value.stringValue`,
      `.${list}[key="${name}"].value.intValue`,
      `.${list}."${name}"`,
    ])
    .join("|");
}
