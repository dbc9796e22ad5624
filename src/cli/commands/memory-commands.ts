import type { Command } from "commander";
import { addCommand, runWith, valueOf, type Bench } from "./command-parts.js";

/** The commands of the queue, the memory and the diagnosis. Each one's own code is loaded when it runs. */
export function addMemoryCommands(program: Command, bench: Bench): void {
  addTables(program, bench);
  addDrafts(program, bench);
  const review = addCommand(program, "review", bench);
  const { help, usage } = bench.texts;
  review.option("--answers <FILE>", help.options.answers, valueOf(review, usage)("--answers")).action(
    runWith(bench, async () => {
      const { reviewCommand } = await import("./review-command.js");
      return (_args, ...rest) => reviewCommand(...rest);
    }),
  );
  addExplain(program, bench);
  addContexts(program, bench);
  addFeedback(program, bench);
  addDiagnosis(program, bench);
  addReflect(program, bench);
  addSay(program, bench);
}

function addTables(program: Command, bench: Bench): void {
  addCommand(program, "patterns", bench).action(
    runWith(bench, async () => {
      const { patternsCommand } = await import("./patterns-command.js");
      return (_args, ...rest) => patternsCommand(...rest);
    }),
  );
  addCommand(program, "datasource", bench).action(
    runWith(bench, async () => {
      const { datasourceCommand } = await import("./datasource-command.js");
      return (_args, ...rest) => datasourceCommand(...rest);
    }),
  );
}

function addDrafts(program: Command, bench: Bench): void {
  const { help } = bench.texts;
  const drafts = addCommand(program, "drafts", bench).helpCommand(false);
  addCommand(drafts, "drafts list", bench, true)
    .option("-a, --all", help.options.all)
    .action(
      runWith(bench, async () => {
        const { draftsCommand } = await import("./drafts-command.js");
        return (_args, ...rest) => draftsCommand(...rest);
      }),
    );
  addCommand(drafts, "drafts show", bench)
    .argument("<ID>", help.arguments.id)
    .action(
      runWith(bench, async () => {
        const { showCommand } = await import("./drafts-command.js");
        return ([id], ...rest) => showCommand(id as string, ...rest);
      }),
    );
  addDecisions(drafts, bench);
}

function addDecisions(drafts: Command, bench: Bench): void {
  const { help } = bench.texts;
  addCommand(drafts, "drafts confirm", bench)
    .argument("<ID...>", help.arguments.ids)
    .option("-f, --force", help.options.force)
    .action(
      runWith(bench, async () => {
        const { confirmCommand } = await import("./decide-command.js");
        return ([ids], ...rest) => confirmCommand(ids as string[], ...rest);
      }),
    );
  addCommand(drafts, "drafts reject", bench)
    .argument("<ID...>", help.arguments.ids)
    .option("--for-good", help.options.forGood)
    .action(
      runWith(bench, async () => {
        const { rejectCommand } = await import("./decide-command.js");
        return ([ids], ...rest) => rejectCommand(ids as string[], ...rest);
      }),
    );
  addCommand(drafts, "drafts reopen", bench)
    .argument("<ID>", help.arguments.id)
    .action(
      runWith(bench, async () => {
        const { reopenCommand } = await import("./decide-command.js");
        return ([id], ...rest) => reopenCommand(id as string, ...rest);
      }),
    );
}

function addExplain(program: Command, bench: Bench): void {
  const { help } = bench.texts;
  addCommand(program, "explain", bench)
    .argument("<NAME>", help.arguments.name)
    .argument("[ARCHIVE...]", help.archives)
    .action(
      runWith(bench, async () => {
        const { explainCommand } = await import("./explain-command.js");
        return ([name, archives], ...rest) => explainCommand(name as string, archives as string[], ...rest);
      }),
    );
}

function addContexts(program: Command, bench: Bench): void {
  const { help, usage } = bench.texts;
  const contexts = addCommand(program, "contexts", bench).helpCommand(false);
  contexts.option("--rule <ID>", help.options.rule, valueOf(contexts, usage)("--rule")).action(
    runWith(bench, async () => {
      const { contextsCommand } = await import("./contexts-command.js");
      return (_args, ...rest) => contextsCommand(...rest);
    }),
  );
  addCommand(contexts, "contexts clear", bench)
    .option("--archive", help.options.archive)
    .option("-y, --yes", help.options.yes)
    .action(
      runWith(bench, async () => {
        const { clearCommand } = await import("./contexts-command.js");
        return (_args, ...rest) => clearCommand(...rest);
      }),
    );
}

function addFeedback(program: Command, bench: Bench): void {
  const { help } = bench.texts;
  addCommand(program, "feedback", bench)
    .argument("<RULE>", help.arguments.rule)
    .option("--false-positive", help.options.falsePositive)
    .option("--confirmed", help.options.confirmed)
    .action(
      runWith(bench, async () => {
        const { feedbackCommand } = await import("./feedback-command.js");
        return ([rule], ...rest) => feedbackCommand(rule as string, ...rest);
      }),
    );
}

function addReflect(program: Command, bench: Bench): void {
  const { help, usage } = bench.texts;
  const reflect = addCommand(program, "reflect", bench).helpCommand(false);
  addCommand(reflect, "reflect status", bench).action(
    runWith(bench, async () => {
      const { reflectStatusCommand } = await import("./reflect-command.js");
      return (_args, ...rest) => reflectStatusCommand(...rest);
    }),
  );
  const add = addCommand(reflect, "reflect add", bench).argument("<RULE>", help.arguments.newRule);
  add.option("--type <TYPE>", help.options.type, valueOf(add, usage)("--type")).action(
    runWith(bench, async () => {
      const { reflectAddCommand } = await import("./reflect-command.js");
      return ([rule], ...rest) => reflectAddCommand(rule as string, ...rest);
    }),
  );
  addCommand(reflect, "reflect scan", bench).action(
    runWith(bench, async () => {
      const { scanCommand } = await import("./scan-command.js");
      return (_args, ...rest) => scanCommand([], ...rest);
    }),
  );
}

function addSay(program: Command, bench: Bench): void {
  addCommand(program, "say", bench)
    .argument("<TEXT...>", bench.texts.help.arguments.text)
    .action(
      runWith(bench, async () => {
        const { sayCommand } = await import("./say-command.js");
        return ([words], ...rest) => sayCommand((words as string[]).join(" "), ...rest);
      }),
    );
}

function addDiagnosis(program: Command, bench: Bench): void {
  const { help, usage } = bench.texts;
  addCommand(program, "status", bench).action(
    runWith(bench, async () => {
      const { statusCommand } = await import("./status-command.js");
      return (_args, ...rest) => statusCommand(...rest);
    }),
  );
  addCommand(program, "config", bench).action(
    runWith(
      bench,
      async () => {
        const { configCommand } = await import("./config-command.js");
        return (_args, ...rest) => configCommand(...rest);
      },
      { listsProblems: true },
    ),
  );
  addCommand(program, "completion", bench)
    .argument("<SHELL>", help.arguments.shell)
    .action(
      runWith(bench, async () => {
        const { completionCommand } = await import("./completion-command.js");
        return ([shell], ...rest) => completionCommand(shell as string, ...rest);
      }),
    );
  addCommand(program, "schema", bench)
    .argument("[NAME]", help.arguments.schema)
    .action(
      runWith(bench, async () => {
        const { schemaCommand } = await import("./schema-command.js");
        return ([name], ...rest) => schemaCommand(name as string | undefined, ...rest);
      }),
    );
  program
    .command("complete", { hidden: true })
    .argument("[WORD...]")
    .action(async (words: string[]) => {
      const { completeCommand } = await import("../completions.js");
      bench.exitWith(await completeCommand(words, program, bench.host));
    });
  const doctor = addCommand(program, "doctor", bench).argument("[ARCHIVE...]", help.arguments.lookedAt);
  doctor.option("--stale-days <N>", help.options.staleDays, valueOf(doctor, usage)("--stale-days")).action(
    runWith(bench, async () => {
      const { doctorCommand } = await import("./doctor-command.js");
      const { archiveDoctorCommand } = await import("./archive-doctor-command.js");
      return ([archives], ...rest) => {
        const named = archives as string[];
        return named.length === 0 ? doctorCommand(...rest) : archiveDoctorCommand(named, ...rest);
      };
    }),
  );
}
