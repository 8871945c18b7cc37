import { posix } from 'node:path'
import { codeOf, piecesOf } from './lex.ts'
import { isScript, lineAt, type SourceFile } from './source-files.ts'

/** `target` is a path in the repository; packages that are not ours have none. */
export type Import = {
  from: string
  specifier: string
  target: string | undefined
  line: number
  /** Nothing of it is left when the program runs. */
  isOfTypes: boolean
}

// `import('…')` also stands in types, so a type fetched that way is seen as well.
const announcesSpecifier = /(?:^|[^\w$.])(?:from|import|import\s*\()$/

const statementOfTypes = /(?:^|[^\w$.])(?:import|export)\s+type\b(?:(?!\b(?:import|export)\b)[^;])*\bfrom$/

/** Every import and re-export with a literal specifier: static, dynamic, and of types. */
export function importsOf(file: SourceFile): Import[] {
  if (!isScript(file.path)) return []
  const code = codeOf(file)
  return piecesOf(file).flatMap(({ kind, start, end }) => {
    if (kind !== 'string' && kind !== 'template') return []
    if (!announcesSpecifier.test(code.slice(Math.max(0, start - 200), start).trimEnd())) return []
    const specifier = file.text.slice(start + 1, end - 1)
    const target = resolve(file.path, specifier)
    const isOfTypes = statementOfTypes.test(code.slice(0, start).trimEnd())
    return [{ from: file.path, specifier, target, line: lineAt(file.text, start), isOfTypes }]
  })
}

function resolve(from: string, specifier: string): string | undefined {
  if (/^\.\.?(\/|$)/.test(specifier)) return posix.join(posix.dirname(from), specifier)
  const ours = /^@malipo\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!ours) return undefined
  // A workspace has one door, named like itself, as its package.json exports it.
  return `${ours[1]}/${ours[2] ?? `src/${ours[1]}.ts`}`
}
