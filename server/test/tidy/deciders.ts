import { codeOf } from './lex.ts'
import { isScript, isTest, lineAt, type Rule } from './source-files.ts'

/** What Super Admins do that is about nobody's money. */
const aboutNoMoney = [
  'server/src/admin/create-merchant.ts',
  'server/src/documents/read-document.ts',
  'server/src/privacy/change-retention.ts',
]

/** Whatever a Super Admin decides is audited as theirs, so that is where it shows. */
const decides = /\bkind:\s*(['"])super_admin\1\s*[,}]/g

export const decidersRule: Rule = {
  name: 'deciders',
  promise: 'every decision of a Super Admin asks first whether it is about their own money',
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('server/src/') && isScript(path) && !isTest(path))
      .filter((file) => !aboutNoMoney.includes(file.path) && !/\brefuseOwnMoney\(/.test(codeOf(file)))
      .flatMap(({ path, text }) =>
        Array.from(text.matchAll(decides), ({ index }) => ({
          path,
          line: lineAt(text, index),
          message: 'decides as a Super Admin and does not call refuseOwnMoney',
        })),
      ),
}
