// DuckDB on the same columns, with the same filters and windows: what a person would otherwise write as one query.
import { DuckDBInstance } from "@duckdb/node-api";
import { printAnswer, type RuleAnswer } from "./answer.js";

const [archive = "", now = "", threads = "2"] = process.argv.slice(2);
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const instance = await DuckDBInstance.create(":memory:", { threads });
const connection = await instance.connect();
const reader = await connection.runAndReadAll(`
  WITH records AS (
    SELECT rule_id, session_id, TRY_CAST(coalesce(ts, timestamp) AS TIMESTAMPTZ) AS moment, interceptor, action, false_positive
    FROM read_json(${quoted(archive)}, format = 'newline_delimited', ignore_errors = true, maximum_object_size = 67108864,
      columns = {ts: 'VARCHAR', timestamp: 'VARCHAR', session_id: 'VARCHAR', rule_id: 'VARCHAR', interceptor: 'VARCHAR',
                 action: 'VARCHAR', false_positive: 'VARCHAR'})
  ), groups AS (
    SELECT rule_id, session_id, count(*) AS d14,
           count(*) FILTER (WHERE moment > TIMESTAMPTZ ${quoted(now)} - INTERVAL 7 DAY) AS d7
    FROM records
    WHERE rule_id IS NOT NULL AND session_id IS NOT NULL
      AND moment <= TIMESTAMPTZ ${quoted(now)} AND moment > TIMESTAMPTZ ${quoted(now)} - INTERVAL 14 DAY
      AND coalesce(interceptor, '') NOT IN ('UserCorrection', 'RetryLoop')
      AND coalesce(action, '') NOT IN ('false_positive', 'retry') AND coalesce(false_positive, '') <> 'true'
    GROUP BY ALL
  )
  SELECT rule_id AS rule, sum(d7)::DOUBLE AS d7, sum(d14)::DOUBLE AS d14, max(d7)::DOUBLE AS session FROM groups GROUP BY ALL`);
printAnswer(reader.getRowObjectsJS() as unknown as RuleAnswer[]);
