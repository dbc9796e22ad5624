import { number } from "./quantities.js";
import type { enConfig } from "./texts-en-config.js";

export const zhConfig: typeof enConfig = {
  config: {
    title: (home) => `${home} 的选项`,
    columns: { name: "选项", value: "值", from: "来源", place: "位置" },
    sources: { flag: "命令行", env: "环境变量", config: "配置文件", default: "默认" },
    unset: "（未设置）",
    problems: (n) => `需要留意的 ${number(n)} 处：`,
    holds: (problem) => `${problem}；采用默认值`,
    unknownVariable: (name) => `${name} 不是 Mnemonic 的环境变量`,
    unknownKey: (name) => `config.json 的 mnemonic 没有选项 ${name}`,
  },
  schemas: {
    columns: { name: "名称", schema: "标识", printedBy: "由谁输出" },
    printedBy: {
      report: "scan，backfill",
      "report-line": "scan，backfill（ndjson 的一行）",
      patterns: "patterns",
      datasource: "datasource",
      drafts: "drafts list，say !solidify",
      draft: "drafts show，reflect add",
      decision: "drafts confirm，drafts reject，drafts reopen",
      questions: "review",
      answers: "review --answers（输入）",
      reviewed: "review --answers",
      explain: "explain",
      contexts: "contexts",
      cleared: "contexts clear",
      feedback: "feedback",
      reflect: "reflect status",
      status: "status",
      doctor: "doctor",
      archives: "doctor ARCHIVE",
      page: "report --html",
      config: "config",
      completion: "completion",
      schemas: "schema",
    },
    unknown: (name) => `没有名为 ${name} 的 JSON Schema`,
    unknownHint: "有哪些见：mnemonic schema",
  },
};
