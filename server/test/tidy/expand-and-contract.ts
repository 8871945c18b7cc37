import { addsColumn } from '../../src/database/apply-migration.ts'
import { blank } from './lex.ts'
import { lineAt, type Problem, type Rule, type SourceFile } from './source-files.ts'
import { sqlTextsOf } from './sql.ts'

/** Those before made the tables that the first installations began with; from here on they meet filled ones, in use. */
const heldFrom = 21

/** Those before have run wherever they will; from here on nobody who writes waits for two tables, one held while the other is waited for. */
const oneTableFrom = 103

const migration = /^server\/migrations\/(\d{4})-[^/]*\.sql$/

export const expandAndContractRule: Rule = {
  name: 'expand and contract',
  promise: 'a migration leaves to the version before what it uses, and locks nobody out',
  check: (files) =>
    files.flatMap((file) => {
      const version = Number(migration.exec(file.path)?.[1] ?? 0)
      return version < heldFrom ? [] : problemsIn(file, version)
    }),
}

type Fault = { index: number; message: string }

function problemsIn(file: SourceFile, version: number): Omit<Problem, 'rule'>[] {
  const [sql] = sqlTextsOf(file)
  // What a function does is not done now.
  const text = (sql?.text ?? '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, blank)
  const statements = Array.from(text.matchAll(/[^;]*[^;\s][^;]*/g), ({ 0: statement, index }) => {
    const lead = statement.length - statement.trimStart().length
    return { statement: statement.trim(), index: index + lead }
  })
  const made = new Set(
    Array.from(text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi), ([, name]) => name),
  )
  const contracts = /^-- contracts: (\d{4})$/m.exec(file.text)
  const faults: Fault[] = statements.flatMap(({ statement, index }) => [
    ...(contracts ? [] : takenAway(statement, made).map((message) => ({ index, message }))),
    ...lockingOut(statement, made).map((message) => ({ index, message })),
  ])
  if (version >= oneTableFrom) faults.push(...moreThanOneTable(statements, made))
  const beside = statements.filter(({ statement }) => !/\bindex\s+concurrently\b/i.test(statement))
  if (beside.length > 0 && beside.length < statements.length)
    faults.push(
      ...beside.map(({ index }) => ({ index, message: 'stands beside an index that is built concurrently' })),
    )
  if (contracts && Number(contracts[1]) >= version)
    faults.push({
      index: contracts.index,
      message: 'contracts what an earlier migration has expanded, not itself',
    })
  return faults.map(({ index, message }) => ({ path: file.path, line: lineAt(file.text, index), message }))
}

const altered = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)\s+([\s\S]*)$/i

/** The actions of an `alter table` on one that was there before. */
function actionsOn(statement: string, made: Set<string | undefined>): string[] {
  const [, table, actions = ''] = altered.exec(statement) ?? []
  if (table === undefined || made.has(table)) return []
  return actions.split(/,\s*(?=(?:add|alter|drop|rename|validate)\b)/i)
}

type Statement = { statement: string; index: number }

/** What alters the second table, while the first is locked already. */
function moreThanOneTable(statements: Statement[], made: Set<string | undefined>): Fault[] {
  const alters = statements.flatMap(({ statement, index }) => {
    const table = altered.exec(statement)?.[1]
    return table === undefined || made.has(table) ? [] : [{ table, index }]
  })
  // Taken one after the other, each let go before the next.
  if (statements.every(({ statement }) => addsColumn.test(statement))) return []
  const first = alters[0]?.table
  return alters
    .filter(({ table }) => table !== first)
    .map(({ index }) => ({
      index,
      message: `keeps ${first} locked while it waits for another table: alter it in a migration of its own, or let the whole only add columns if they do not exist`,
    }))
}

const say = 'say which code may still run with it (-- contracts: NNNN), a release after that code'

function takenAway(statement: string, made: Set<string | undefined>): string[] {
  const gone = /^drop\s+(?:table|view|materialized\s+view|function|type|sequence|schema)\b/i.test(statement)
  const renamed = /^alter\s+(?!table\b)\w+\s+.*\brename\b/is.test(statement)
  const actions = actionsOn(statement, made)
  const taken = actions.filter(
    (action) =>
      /^(?:drop\s+(?:column\b|(?!constraint\b|column\b)\w+\s*$)|rename\b)/i.test(action) ||
      /^alter\s+(?:column\s+)?\w+\s+(?:(?:set\s+data\s+)?type|set\s+not\s+null|drop\s+default)\b/i.test(
        action,
      ),
  )
  const demanded = actions.filter(
    (action) =>
      /^add\s+(?:column\s+)?(?!constraint\b)\w/i.test(action) &&
      /\bnot\s+null\b/i.test(action) &&
      !/\b(?:default|generated)\b/i.test(action),
  )
  return [
    ...[...(gone || renamed ? [statement] : []), ...taken].map(
      () => `takes away what an older version uses: ${say}`,
    ),
    ...demanded.map(
      () => 'demands a value that an older version does not give: let it be null, or have a default',
    ),
  ]
}

function lockingOut(statement: string, made: Set<string | undefined>): string[] {
  const index = /^create\s+(?:unique\s+)?index\s+(concurrently\b)?[\s\S]*?\bon\s+(?:only\s+)?(\w+)/i.exec(
    statement,
  )
  if (index && !index[1] && !made.has(index[2]))
    return [
      'keeps everybody from writing while it builds an index: build it concurrently, in a migration of its own',
    ]
  return actionsOn(statement, made)
    .filter(
      (action) =>
        /^add\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key|unique|primary\s+key|exclude)\b/i.test(
          action,
        ) && !/\bnot\s+valid\s*$|\busing\s+index\b/i.test(action),
    )
    .map(() => 'reads a whole table under its lock: add it not valid, and validate it in a later migration')
}
