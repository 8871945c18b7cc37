import { isTest, lineAt, type Rule } from './source-files.ts'
import { sqlTextsOf } from './sql.ts'

const insert = /\binsert\s+into\s+/gi

// The table is missing where it is interpolated. A parenthesis that opens a query is not a list of columns.
const namesColumns = /^(?:(?!values\b)[\w."]+\s*)?(?:as\s+[\w"]+\s*)?\((?!\s*(?:select|values|with|table)\b)/i

export const namedColumnsRule: Rule = {
  name: 'named columns',
  promise: 'what is inserted names its columns',
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
      .flatMap((file) =>
        sqlTextsOf(file).flatMap(({ text, start }) =>
          Array.from(text.matchAll(insert))
            .filter(({ 0: { length }, index }) => !namesColumns.test(text.slice(index + length)))
            .map(({ index }) => ({
              path: file.path,
              line: lineAt(file.text, start + index),
              message: 'inserts by position: after the next migration a value may land in another column',
            })),
        ),
      ),
}
