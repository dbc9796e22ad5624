import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";
import type { enDoctor } from "./texts-en-doctor.js";

export const zhDoctor = (run: Invocation): ReturnType<typeof enDoctor> => ({
  status: {
    home: "主目录：",
    noFiles: "还没有任何文件",
    moreFiles: (n) => `另有 ${number(n)} 个文件`,
    source: "数据源：",
    sources: {
      guard_intercept: "Guard 拦截日志；模式识别已开启",
      canon_errors: "没有 Guard 拦截日志，暂用 Canon 错误记录；模式识别降级",
      none: "暂无；模式识别暂停",
    },
    session: (id) => `会话 ${id}`,
    records: "记录：",
    counts: (hits, d7, d14, rejected) =>
      `命中 ${number(hits)}，近7天 ${number(d7)}，近14天 ${number(d14)}，拒收 ${number(rejected)} 行`,
    memory: "记忆：",
    remembered: (patterns, contexts) => `模式 ${number(patterns)}，上下文 ${number(contexts)}`,
    queue: "草稿：",
    awaiting: (n) => `待确认 ${number(n)}`,
    drafts: (status, n) => `${status} ${number(n)}`,
    rules: (n) => `规则：共 ${number(n)}：`,
    types: { ban: "ban", gap: "gap", lazy: "lazy", meta: "meta", other: "无类型" },
    placeholders: (n) => `内容为空 ${number(n)}`,
    expired: (n) => `已过期 ${number(n)}`,
    solidified: "最近固化：",
    neverSolidified: "从未",
    sinceSolidify: (n, threshold) => `此后 ${number(n)} 条记录，满 ${number(threshold)} 条即应固化`,
    lastScan: "Canon 最近扫盘：",
    unknown: "未知",
  },
  looked: {
    form: (encoding, framing) => `形式：${encoding}，${framing}`,
    framings: { lines: "逐行 JSON", values: "连续的 JSON 值或一个数组", records: "含 records 的对象" },
    records: (records, rejected, whole) =>
      `已查看：记录 ${number(records)}，拒收 ${number(rejected)} 行${whole ? "；已是全部" : "；其后还有"}`,
    kinds: (hits, others) => `其中：命中 ${number(hits)}，其他记录 ${number(others)}`,
    missing: (rule, time, session) =>
      `命中缺少规则或关键词 ${number(rule)}，缺少时间 ${number(time)}，缺少会话 ${number(session)}`,
    span: (first, last) => `时间：${first} 至 ${last}`,
    fields: (names) => `字段：${names}`,
    field: (name, n, of) => (n === of ? name : `${name}（${number(n)}）`),
    proposal: "此处字段似乎另有名称；加上此项即可找到：",
    fine: "各字段均以自身名称或已设映射找到",
    nothing: "没有找到归档：目录只取其中的 *.jsonl 与 *.json 文件（含压缩）；其他文件请逐个指定",
    encoding: (encoding) => `压缩：${encoding}`,
    empty: "文件是空的：没有任何行，或只有空行",
    noRecord:
      "此处没有任何记录：需要 JSON 对象，逐行、成数组或依次相连均可。其他形式（表格、文本日志、二进制文件）须先转换",
    lacking: "没有字段像是缺少的内容。如果有，可用 --map FIELD=PATH 指明，例如：--map rule_id=policy.name,ts=when",
    nested:
      "这是一个对象，因此只算一条记录。如果记录在其内部的列表中，请先取出，例如：jq -c '.items[]' FILE > FILE.jsonl",
  },
  doctor: {
    none: (home) => `${home} 没有问题。`,
    title: (n, home) => `${home}：发现 ${number(n)} 处`,
    more: (n) => `另有 ${number(n)} 处同类问题（--format json 显示全部）`,
    others: (n) => `另有 ${number(n)} 个`,
    mend: "处理：",
    severities: { error: "错误：", warning: "警告：", note: "提示：" },
    findings: {
      home_missing: {
        message: () => "主目录不存在",
        mend: "用 --home 指定存放 intercept_log.jsonl 的目录，或等 Guard 写入第一行",
      },
      home_unwritable: { message: () => "主目录不可写，无法保留记忆", mend: "请给所有者写入权限" },
      state_unreadable: {
        message: (what) => `状态文件无法读取：${what}`,
        mend: "移走占用其位置的内容，或修正权限",
      },
      state_corrupt: {
        message: () => "状态文件无法解析或结构不对",
        mend: `从备份恢复；或运行 ${run("scan")}，它会移开该文件并重建能重建的内容`,
      },
      state_permissions: {
        message: (what) => `他人可读状态文件（权限 ${what}）`,
        mend: "改为 600；下次写入时也会自动改好",
      },
      state_foreign: {
        message: (_what, n) => `状态中有 ${number(n)} 条形式未知的内容，已保留但不使用`,
        mend: "若由其他程序写入则无需处理，否则请手动删除",
      },
      shared_state_corrupt: {
        message: () => "不是 JSON 对象，或无法读取",
        mend: "从备份恢复；下次确认时会移开该文件并重新计数",
      },
      counter_invalid: { message: (what) => what, mend: "无需处理：下次计数从 0 开始；也可写入应有的数" },
      config_invalid: { message: (what) => `配置值有误：${what}`, mend: "改正该值，或删去以使用默认值" },
      rule_frontmatter: {
        message: (what) => `规则文件头部有误：${what}`,
        mend: "在两行 --- 之间写入有效的头部；在此之前仅采用能读出的部分",
      },
      rule_field: { message: (what) => `规则文件中有无法使用的字段：${what}`, mend: "改正该字段，或删去" },
      rule_encoding: { message: (what) => `规则文件不是有效文本：${what}`, mend: "请存为 UTF-8" },
      rule_too_large: { message: (what) => `规则文件过大：${what}`, mend: "请缩短：一条规则不过一页" },
      rule_unreadable: { message: (what) => `规则文件无法读取：${what}`, mend: "修正权限，或删除失效的链接" },
      rules_unreadable: { message: (what) => `规则目录无法读取：${what}`, mend: "修正权限，或在此放置目录" },
      rules_too_many: { message: (what) => `规则文件过多：${what}`, mend: "把不是规则的文件移出 rules/" },
      rules_legacy: { message: () => "旧式规则文件，不起作用", mend: "请让 Canon 把其中规则移入 rules/ 下的分类目录" },
      rule_duplicate_id: { message: (what) => `编号与另一文件相同：${what}`, mend: "给其中一个换编号，或删除" },
      source_none: {
        message: () => "没有拦截日志，也没有错误记录，模式识别暂停",
        mend: "请确认 Guard 在运行，并写入此主目录",
      },
      source_degraded: {
        message: (_what, n) => `没有 Guard 拦截日志，暂用 Canon 的 ${number(n)} 条错误记录`,
        mend: "请确认 Guard 在运行，并向此主目录写入 intercept_log.jsonl；之后自动切换",
      },
      guard_stale: {
        message: (what, n) => `Guard 最新记录为 ${what}，距今 ${number(n)} 天`,
        mend: "请确认 Guard 仍在运行，并写入此主目录",
      },
      lines_rejected: { message: (_what, n) => `${number(n)} 行被拒收`, mend: "请查看这些位置；其余均已计入" },
      archive_damaged: {
        message: (what) => `未完整读取：${what}`,
        mend: "修复或更换该文件；已读出的部分均已计入",
      },
      draft_duplicates_rule: {
        message: (what) => `该规则已覆盖草稿 ${what}`,
        mend: `运行 ${run("scan")}，草稿将标为已固化`,
      },
      draft_resembles_rule: {
        message: (what) => `该规则与草稿 ${what} 有相同关键词`,
        mend: "确认前请对照两者；也许只需给规则补充关键词",
      },
      draft_unsafe: {
        message: (_what, n) => `队列中有 ${number(n)} 个可疑草稿`,
        mend: `用 ${run("drafts show ID")} 逐个查看，属于攻击的请拒绝`,
      },
      orphan_rules: {
        message: (_what, n) => `${number(n)} 个规则编号在日志中命中，但 rules/ 中没有文件`,
        mend: "确认其草稿，恢复文件，或从 Guard 配置中去掉该编号",
      },
      rules_never_hit: {
        message: (_what, n) => `${number(n)} 条规则在日志中从未命中`,
        mend: "请确认 Guard 已加载且关键词合适；否则任其过期",
      },
      lock_abandoned: { message: () => "已结束的进程留下的锁", mend: "无需处理：下次写入时清除" },
      lock_held: { message: () => "另一个进程正持有锁", mend: "若其在工作则无需处理；若一直不结束，请结束该进程" },
      line_unreadable: {
        message: (_what, n) => `${number(n)} 行不是 JSON 对象，不计入`,
        mend: "请改正或删除；其余各行照常计入",
      },
      line_torn: { message: () => "文件末行不完整", mend: "若正在写入则无需处理；否则下次追加时会另起一行" },
      record_doubled: {
        message: (_what, n) => `${number(n)} 行与前文重复`,
        mend: "若没有其他程序需要，请删除后出现的各行",
      },
      errors_unreadable: { message: (what) => what, mend: "移开占据其位置的内容，或改正权限" },
      contexts_unreadable: { message: (what) => what, mend: "移开占据其位置的内容，或改正权限" },
      time_ahead: {
        message: (_what, n) => `${number(n)} 个时间晚于现在，在此之前没有内容算作新的`,
        mend: `请校准时钟；之后不带 --now 的扫描会改回，拒绝可用 ${run("drafts reopen ID")} 撤回`,
      },
      watermark_unreadable: {
        message: (_what, n) => `${number(n)} 个决定没有可读的判断时间，以决定的时刻代替`,
        mend: `无需处理，或撤回拒绝：${run("drafts reopen ID")}`,
      },
      temporary_left: { message: () => "被中断的进程留下的半个文件", mend: "无需处理：下次写入时清除" },
      corrupt_left: { message: () => "已移开的损坏文件", mend: "取回需要的内容（拒绝、反馈）后删除" },
      solidify_due: { message: (_what, n) => `${number(n)} 条记录等待 Canon 固化`, mend: "请对智能体说：!solidify" },
      framing: { message: (what) => what, mend: "请让其写入方逐行追加，或改用 .json 名称" },
      other: { message: (what) => `警告（原文：${what}）`, mend: "请查看原文" },
    },
  },
});
