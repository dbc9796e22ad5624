import type { Report } from "../model/report.js";

/** Of the protocol, not of the package: agents and Guard look for these very lines. */
const NAME = "Mnemonic v3.5.3";

/** Said after the other two when Guard's log is back. */
const SWITCHED_BACK = "🔄 Mnemonic 数据源已升级: canon_errors → guard_intercept（检测到 Guard 拦截日志）。";

/**
 * The lines that every scan says, exactly as the protocol has them (semantics, section 3) and Chinese in any language: the
 * source, the activation, and the return to Guard's log.
 */
export function protocolLines(report: Pick<Report, "source" | "recognition" | "records" | "switched">): string[] {
  const { source, recognition, records, switched } = report;
  const recent = source === "guard_intercept" ? records.in_7d : 0;
  return [
    sourceLine(source, source === "canon_errors" ? records.hits : recent),
    `${NAME} 已激活。数据源: ${source}。近7天拦截${recent}次。P2加速就绪(同会话2次→推送)。上下文保留: 就绪。模式识别: ${recognition}。`,
    ...(switched?.from === "canon_errors" && switched.to === "guard_intercept" ? [SWITCHED_BACK] : []),
  ];
}

function sourceLine(source: Report["source"], n: number): string {
  if (source === "guard_intercept") return `${NAME}: 数据源=Guard拦截日志（${n}条/7天）`;
  if (source === "canon_errors")
    return `${NAME}: 数据源=Canon错误记录（降级，${n}条总计）。等待 Guard 拦截日志积累后自动切换。`;
  return `${NAME}: 数据源=等待中（无拦截日志，无错误记录）。模式识别暂停。`;
}
