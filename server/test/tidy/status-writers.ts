import { isTest, lineAt, type Rule, type SourceFile } from './source-files.ts'
import { type SqlText, sqlTextsOf } from './sql.ts'

type Write = { table: string; path: string; line: number }

// The table is missing where it is interpolated, and in `on conflict … do update set`.
const update = /\bupdate\s+(?:only\s+)?(?:(?!set\b)([\w."]+)\s+(?:(?:as\s+)?(?!set\b)[\w"]+\s+)?)?set\b/gi

export const statusWritersRule: Rule = {
  name: 'status writers',
  promise: 'the status of a thing is written in one file',
  check: (files) => {
    const writes = files
      .filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
      .flatMap((file) => sqlTextsOf(file).flatMap((sql) => writesIn(file, sql)))
    const byTable = Map.groupBy(writes, ({ table }) => table)
    return Array.from(byTable).flatMap(([table, found]) => {
      const paths = [...new Set(found.map(({ path }) => path))]
      if (paths.length < 2) return []
      return found.map(({ path, line }) => ({
        path,
        line,
        message: `writes the status of ${table}, as ${paths.filter((other) => other !== path).join(', ')} does`,
      }))
    })
  },
}

function writesIn(file: SourceFile, { text, start }: SqlText): Write[] {
  return Array.from(text.matchAll(update)).flatMap((match) => {
    if (!setsStatus(text.slice(match.index + match[0].length))) return []
    const table = match[1] ?? tableInsertedBefore(text.slice(0, match.index)) ?? 'a table named at run time'
    return [{ table: bareName(table), path: file.path, line: lineAt(file.text, start + match.index) }]
  })
}

function setsStatus(afterSet: string): boolean {
  if (/^\s*\([^)]*\bstatus\b[^)]*\)\s*=/i.test(afterSet)) return true
  // What stands in parentheses may hold a `from` or a `where` of its own, which would end the list too early.
  let list = afterSet
  for (let before = ''; before !== list; ) {
    before = list
    list = list.replace(/\([^()]*\)/g, ' ')
  }
  const end = list.search(/\b(?:where|from|returning)\b|[;)]/i)
  return /(?:^|,)\s*"?status"?\s*=/i.test(end === -1 ? list : list.slice(0, end))
}

function tableInsertedBefore(text: string): string | undefined {
  if (!/\bdo\s+$/i.test(text)) return undefined
  return Array.from(text.matchAll(/\binsert\s+into\s+([\w."]+)/gi)).at(-1)?.[1]
}

function bareName(table: string): string {
  return table.replaceAll('"', '').replace(/^.*\./, '').toLowerCase()
}
