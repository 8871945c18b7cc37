import type { Rule } from './source-files.ts'

// What one can still read at a sitting; the aim is half of it.
const mostLines = 300

export const sizeRule: Rule = {
  name: 'size',
  promise: `a file has ${mostLines} lines at most`,
  check: (files) =>
    files
      .filter(({ path }) => /\.(ts|tsx|mts|js|mjs|sql|css)$/.test(path))
      .flatMap(({ path, text }) => {
        const lines = text.replace(/\n$/, '').split('\n').length
        return lines > mostLines ? [{ path, message: `has ${lines} lines; ${mostLines} is the most` }] : []
      }),
}
