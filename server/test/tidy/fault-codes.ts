import { isTest, lineAt, type Rule } from './source-files.ts'

// Classes of the standard for what passes: connections, transactions that must be done again, resources, locks, operators.
const codeOfAPassingFault = /(['"`])(?:08|25|40|53|55|57|58)[0-9A-Z]{3}\1/g

const judge = 'server/src/database/'

export const faultCodesRule: Rule = {
  name: 'fault codes',
  promise: 'one place judges which failures of the database pass',
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('server/src/') && !path.startsWith(judge) && !isTest(path))
      .flatMap(({ path, text }) =>
        Array.from(text.matchAll(codeOfAPassingFault), (match) => ({
          path,
          line: lineAt(text, match.index),
          message: `${match[0]} is judged by isPassingFault or isLockedByOthers of database/`,
        })),
      ),
}
