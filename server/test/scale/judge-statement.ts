import { spreadBy } from '../../src/database/database.ts'

/** What `explain (generic_plan, verbose, format json)` says of a statement, as far as it is looked at. */
export type Plan = {
  'Node Type': string
  Operation?: string
  'Relation Name'?: string
  'Parent Relation'?: string
  Alias?: string
  Output?: string[]
  Plans?: Plan[]
  'CTE Name'?: string
  'Function Name'?: string
  'Subplan Name'?: string
} & Record<string, unknown>

const conditions = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Join Filter',
  'Hash Cond',
  'Merge Cond',
  'One-Time Filter',
]

/**
 * What of a statement would go to every node of a cluster that is spread by merchant, or be refused there. A table that is spread is bound where
 * its column is compared with a value, with a list of them, or with the same of another table or of the rows that came along; whoever locks rows has to
 * be bound by values, because rows are locked on one node at a time. What is written names its merchant. What a statement gives back of rows
 * that it has changed is of those rows alone.
 */
export function offencesIn(text: string, plan: Plan, columnsOf: (table: string) => string[]): string[] {
  const said = [...textsIn(plan)].join('\n')
  const locks = [...nodesIn(plan)].some((node) => node['Node Type'] === 'LockRows')
  const offences = new Set<string>()
  for (const node of nodesIn(plan)) {
    const { 'Relation Name': relation, Alias: alias = '' } = node
    const table = relation === undefined ? '' : tableOf(relation)
    const by = spreadBy(table)
    if (by === undefined) continue
    if (node['Node Type'] === 'ModifyTable') {
      if (node.Operation === 'Insert' && !namesMerchant(node, columnsOf(table).indexOf(by)))
        offences.add(`writes ${table} without ${by}`)
    } else if (!isBound(said, alias, by, locks ? values : values + rows))
      offences.add(locks ? `locks beside ${table} of any merchant` : `looks at ${table} of any merchant`)
  }
  if (/\breturning\b[^)]*\(\s*\(*select\b/i.test(text)) offences.add('gives back what other tables say')
  return [...offences].toSorted()
}

/** A partition stands for its table. */
export function tableOf(relation: string): string {
  return relation.replace(/_(open|late|to_\d+)$/, '')
}

function* nodesIn(plan: Plan): Iterable<Plan> {
  yield plan
  for (const inner of plan.Plans ?? []) yield* nodesIn(inner)
}

function* textsIn(plan: Plan): Iterable<string> {
  for (const node of nodesIn(plan))
    for (const name of conditions) if (typeof node[name] === 'string') yield node[name] as string
}

const values = String.raw`\$\d+|'[^']*'::uuid|ANY \(.*?\)|\(InitPlan \d+\)\.col\d+`
const rows = String.raw`|\w+\.\w+`

function isBound(said: string, alias: string, by: string, sides: string): boolean {
  const column = `\\b${alias}\\.${by}`
  return new RegExp(`${column} = (?:${sides})|(?:${sides}) = ${column}\\b`).test(said)
}

/** What goes into the column comes from a row that names its merchant, or is a value. */
function namesMerchant({ Plans: inner = [] }: Plan, place: number): boolean {
  const source = inner.find((plan) => plan['Parent Relationship'] === 'Outer')
  const given = source?.Output?.[place]
  return given !== undefined && !given.startsWith('NULL')
}
