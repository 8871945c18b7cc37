import { isTest, lineAt, type Rule } from './source-files.ts'
import { sqlTextsOf } from './sql.ts'

/** Where it is said what an address is worth, and nowhere else. */
const oneFile = 'server/src/auth/addresses.ts'

const wrongs: { pattern: RegExp; message: string }[] = [
  {
    pattern: /\bemail_verified\s*=(?!\s*false)|\binsert\s+into\s+users\s*\([^)]*\bemail_verified\b/gi,
    message: `says that an address is proven; ${oneFile} does`,
  },
  {
    pattern: /\bfrom\s+users\b(?:\s+(?:as\s+)?\w+)?\s+where\s+(?:\w+\.)?email\s*=/gi,
    message: `goes from an address to an account past ${oneFile}, which tells what stands behind it`,
  },
]

export const addressesRule: Rule = {
  name: 'addresses',
  promise: 'an address is proven, and leads to an account, in one file',
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('server/src/') && path !== oneFile && !isTest(path))
      .flatMap((file) =>
        sqlTextsOf(file).flatMap(({ text, start }) =>
          wrongs.flatMap(({ pattern, message }) =>
            Array.from(text.matchAll(pattern), ({ index }) => ({
              path: file.path,
              line: lineAt(file.text, start + index),
              message,
            })),
          ),
        ),
      ),
}
