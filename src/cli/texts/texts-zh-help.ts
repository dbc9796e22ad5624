import type { CommandHelp, enHelp } from "./texts-en-help.js";

export const zhHelp: Record<keyof typeof enHelp, CommandHelp> = {
  report: {
    summary: "把完整报告写成一个网页",
    description:
      "把完整报告写成一个网页：命中随时间的变化、草稿及其证据、会话与规则、模式与来源。读取主目录的日志或指定的归档，除该网页外不写入任何内容。网页无需联网。",
    usage: "[选项] --html FILE [归档...]",
    examples: [
      ["mnemonic report --html report.html", "您自己的日志"],
      ["mnemonic report archives/ --backfill --html history.html", "历年归档"],
    ],
  },
  patterns: {
    summary: "当前反复出现的模式（!patterns 的表格）",
    description:
      "当前反复出现的模式：本会话命中、7天命中、置信度与推荐操作。不写入任何内容。表格按约定输出，除非指定 --lang en，否则为中文。",
    usage: "[选项]",
    examples: [
      ["mnemonic patterns", "表格"],
      ["mnemonic patterns --format csv > patterns.csv", "含全部计数，供电子表格使用"],
    ],
  },
  datasource: {
    summary: "数据源状态（!datasource 的内容）",
    description: "当前数据源，以及各数据源用过多少会话。不写入任何内容。按约定输出，除非指定 --lang en，否则为中文。",
    usage: "[选项]",
    examples: [["mnemonic datasource", "数据源状态"]],
  },
  drafts: {
    summary: "草稿队列：列出、查看、确认、拒绝、重新打开",
    description: "扫描所得的草稿队列。编号可只写开头，只要不与其他草稿混淆。",
    usage: "[选项] [命令]",
    examples: [
      ["mnemonic drafts", "待您确认的草稿"],
      ["mnemonic drafts show d_3f2a", "某个草稿及其证据"],
      ["mnemonic drafts confirm d_3f2a", "交给 Canon"],
      ["mnemonic drafts reject d_3f2a --for-good", "不再出现"],
    ],
  },
  "drafts list": {
    summary: "待您确认的草稿",
    description: "先列待确认的，再列暂缓或已撤回的；加 --all 也列出已决定的。",
    usage: "[选项]",
    examples: [
      ["mnemonic drafts list --all", "包括已决定的"],
      ["mnemonic drafts list --format markdown", "供报告使用的表格"],
    ],
  },
  "drafts show": {
    summary: "某个草稿及其证据",
    description: "某个草稿：为何起草、关键词、命中的位置。",
    usage: "[选项] <编号>",
    examples: [["mnemonic drafts show d_3f2a", "编号以此开头的草稿"]],
  },
  "drafts confirm": {
    summary: "把草稿交给 Canon",
    description:
      "把草稿交给 Canon：在 errors.jsonl 中各写一条记录，无论重复多少次都只写一条。可疑或暂缓的草稿需加 --force。",
    usage: "[选项] <编号...>",
    examples: [
      ["mnemonic drafts confirm d_3f2a d_90bc", "两个草稿"],
      ["mnemonic drafts confirm d_3f2a --force", "已核对过的可疑草稿"],
    ],
  },
  "drafts reject": {
    summary: "拒绝草稿",
    description: "拒绝草稿，各计一次误报。之后的命中再次满足触发条件时会重新出现；加 --for-good 则须重新打开。",
    usage: "[选项] <编号...>",
    examples: [
      ["mnemonic drafts reject d_3f2a", "直到之后的命中再次触发"],
      ["mnemonic drafts reject d_3f2a --for-good", "直到重新打开"],
    ],
  },
  "drafts reopen": {
    summary: "撤销拒绝",
    description: "撤销拒绝：若触发条件仍满足，下次扫描会再次起草。",
    usage: "[选项] <编号>",
    examples: [["mnemonic drafts reopen d_3f2a", "然后运行 mnemonic scan"]],
  },
  review: {
    summary: "逐个核对草稿，一键一答",
    description:
      "逐个显示待确认的草稿及其证据：确认、拒绝、永久拒绝、跳过、编辑、撤销、退出。您接受汇总之前不提交任何决定。没有终端时，--format json 输出问题，--answers 接收回答：全部检查无误后才提交。",
    usage: "[选项]",
    examples: [
      ["mnemonic review", "在终端中"],
      ["mnemonic review --format json", "输出问题，由智能体转问"],
      ["mnemonic review --answers answers.json", "提交对问题的回答"],
    ],
  },
  explain: {
    summary: "为何起草，或为何没有",
    description:
      "某个模式为何起草或没有：各窗口的计数，满足了哪个触发条件或各差多少、何时会满足，被什么覆盖，置信度的由来，以及命中的原始行。不写入任何内容。",
    usage: "[选项] <名称> [归档...]",
    examples: [
      ["mnemonic explain rule_ban_013", "规则，按编号"],
      ["mnemonic explain d_3f2a", "草稿，按编号的开头"],
      ["mnemonic explain 'Ban:pyautogui' --format json", "某个拦截器的关键词，供其他程序使用"],
    ],
  },
  contexts: {
    summary: "命中时的上下文",
    description: "保留的上下文，由旧到新：每条规则五条，总共一百条。不保留对话。",
    usage: "[选项] [命令]",
    examples: [
      ["mnemonic contexts --rule rule_ban_013", "某条规则的上下文"],
      ["mnemonic contexts clear", "清空"],
    ],
  },
  "contexts clear": {
    summary: "清空保留的上下文",
    description: "清空保留的上下文，加 --archive 则连同 context_archive.jsonl。会先询问。",
    usage: "[选项]",
    examples: [["mnemonic contexts clear --archive --yes", "全部清空，不询问"]],
  },
  feedback: {
    summary: "您对某条规则的评判",
    description: "您对某条规则的评判，计入其置信度：误报，或确认。",
    usage: "[选项] <规则>",
    examples: [
      ["mnemonic feedback rule_ban_013 --false-positive", "不该命中时命中了"],
      ["mnemonic feedback rule_ban_013 --confirmed", "命中无误"],
    ],
  },
  say: {
    summary: "转达用户的话（供智能体使用）",
    description:
      "按用户的话行事：!patterns（查看模式、识别模式、高频违规），!datasource（数据源、数据源状态），!solidify，!mnemonic clear_context yes，以及 reflect status、add、scan。",
    usage: "[选项] <文本...>",
    examples: [
      ["mnemonic say '!patterns'", "同 mnemonic patterns"],
      ["mnemonic say '!solidify'", "先扫描，再列出草稿与确认方法"],
    ],
  },
  reflect: {
    summary: "hermes reflect 的各项操作",
    description: "hermes reflect 的各项操作：各类规则数量、手动添加规则、扫描。",
    usage: "[选项] <命令>",
    examples: [
      ["mnemonic reflect status", "各类规则数量与最近固化时间"],
      ['mnemonic reflect add "交付前必须跑测试" --type gap', "以草稿形式手动添加规则"],
    ],
  },
  "reflect status": {
    summary: "各类规则数量与最近固化时间",
    description: "各类规则数量、Canon 最近固化时间，以及是否应再次固化。",
    usage: "[选项]",
    examples: [["mnemonic reflect status --format json", "供其他程序使用"]],
  },
  "reflect add": {
    summary: "手动添加规则",
    description: "以草稿形式手动添加规则。重复添加只排队一次。",
    usage: "[选项] <规则>",
    examples: [['mnemonic reflect add "交付前必须跑测试"', "然后运行 mnemonic drafts confirm ID"]],
  },
  "reflect scan": {
    summary: "同 scan",
    description: "同 mnemonic scan。",
    usage: "[选项]",
    examples: [["mnemonic reflect scan", "您自己的日志"]],
  },
  status: {
    summary: "主目录里有什么",
    description: "主目录里有什么：文件、数据源、记录、草稿、规则，以及 Canon 的计数。不写入任何内容。",
    usage: "[选项]",
    examples: [["mnemonic status --home ./self-reflection", "另一个主目录"]],
  },
  schema: {
    summary: "各命令输出的 JSON Schema",
    description:
      "按名称给出某命令以 --format json 输出时的 JSON Schema；不写名称则列出全部。结果中的 schema 字段指明它属于哪一个。",
    usage: "[选项] [名称]",
    examples: [
      ["mnemonic schema", "有哪些"],
      ["mnemonic schema report > report.schema.json", "scan 与 backfill 的"],
    ],
  },
  completion: {
    summary: "命令行补全脚本",
    description: "输出补全脚本，可补全命令、选项，以及主目录中草稿与规则的编号。",
    usage: "[选项] <SHELL>",
    examples: [
      ["mnemonic completion bash >> ~/.bashrc", "用于 bash，重新打开终端后生效"],
      ["mnemonic completion zsh > ~/.zfunc/_mnemonic", "用于 zsh，放在其 fpath 的目录中"],
      ["mnemonic completion fish > ~/.config/fish/completions/mnemonic.fish", "用于 fish"],
    ],
  },
  config: {
    summary: "统一设定的选项及其来源",
    description:
      "可统一设定的选项、其值及来源：命令行，其次环境变量（MNEMONIC_THREADS=4），再次主目录的 config.json（mnemonic.threads；只管一次运行或一台机器的选项除外），最后是默认值；另有触发条件的数值，只由 config.json 设定。无法使用的值会标出，并指明位置。",
    usage: "[选项]",
    examples: [
      ["mnemonic config", "全部"],
      ["mnemonic config --format json", "供其他程序使用"],
    ],
  },
  doctor: {
    summary: "主目录有什么问题，如何处理",
    description:
      "主目录有什么问题，由重到轻，各附位置与处理方法。不写入任何内容。有问题也以 0 退出。写出归档时：查看其前面的记录能读懂多少。",
    usage: "[选项] [归档...]",
    examples: [
      ["mnemonic doctor", "全面检查"],
      ["mnemonic doctor other.jsonl", "归档能读懂多少，需要怎样的 --map"],
      ["mnemonic doctor --stale-days 2", "Guard 应在两天内有写入"],
    ],
  },
};
