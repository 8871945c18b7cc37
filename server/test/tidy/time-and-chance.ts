import { codeOf } from './lex.ts'
import { isTest, lineAt, type Rule, type SourceFile } from './source-files.ts'
import { sqlTextsOf } from './sql.ts'

const clockFile = 'server/src/primitives/clock.ts'
/** Holds the clock of the database against ours. */
const comparingFile = 'server/src/database/refuse-unfit-database.ts'

// Without parentheses too: `now = Date.now` as a default brings the same hidden clock in.
const inCode = /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^\s)]|[\w$.])|\bMath\s*\.\s*random\b/g

// A dot before it makes it a method named in a message, such as "clock.now()".
const inSql =
  /(?<![\w.$])(?:(?:now|(?:clock|statement|transaction)_timestamp)\s*\(\s*\)|(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)(?!\w))/gi

export const timeAndChanceRule: Rule = {
  name: 'time and chance',
  promise: 'time and chance come from outside, so that a simulation can own them',
  check: (files) => files.filter(isGuarded).flatMap((file) => [...hiddenInCode(file), ...hiddenInSql(file)]),
}

// Benchmarks and tools may look at the clock; what a simulation runs may not.
function isGuarded({ path }: SourceFile): boolean {
  return /^(server|contract)\/src\//.test(path) && !isTest(path)
}

function hiddenInCode(file: SourceFile) {
  if (file.path === clockFile) return []
  return Array.from(codeOf(file).matchAll(inCode), (match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    message: `${match[0]} hides time or chance; take a clock or a source of chance as a parameter`,
  }))
}

function hiddenInSql(file: SourceFile) {
  if (file.path === comparingFile) return []
  return sqlTextsOf(file).flatMap(({ text, start }) =>
    Array.from(text.matchAll(inSql), (match) => ({
      path: file.path,
      line: lineAt(file.text, start + match.index),
      message: `${match[0]} asks the database for the time; pass the instant in`,
    })),
  )
}
