import { codeOf } from './lex.ts'
import { isScript, isTest, lineAt, type Rule, type SourceFile } from './source-files.ts'
import { workspaceOf } from './workspaces.ts'

// Names that fit anything say nothing, and gather what has no place.
const emptyWords = new Set(
  'service services manager managers helper helpers util utils common shared misc base data info types index'.split(
    ' ',
  ),
)

type Banned = { words: Set<string>; because: string }

const banned = (words: string, because: string): Banned => ({ words: new Set(words.split(' ')), because })
const storage = 'sql database databases postgres migration migrations'
const how = 'says how the server keeps things; say what the interface promises'

/** Words that belong to another workspace. The dashboard and the command may have tables, of their own kind. */
const foreignWords: Record<string, Banned> = {
  contract: banned(`${storage} table tables column columns`, how),
  sdk: banned(`${storage} table tables column columns`, how),
  cli: banned(storage, how),
  dashboard: banned(storage, how),
  server: banned(
    'browser screen widget component components viewport dom',
    'is known to browsers only; the server sends pages and answers',
  ),
}

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const namesRule: Rule = {
  name: 'names',
  promise: 'files and folders are kebab-case and named after what they hold, in words of their workspace',
  check: (files) => [...wrongPaths(files), ...files.flatMap(wrongExports)],
}

function wrongPaths(files: SourceFile[]) {
  const named = new Map<string, string>()
  for (const { path } of files) {
    const segments = path.split('/')
    const src = segments.indexOf('src')
    if (src === -1 || src === segments.length - 1) continue
    segments.forEach((segment, at) => {
      const isFile = at === segments.length - 1
      if (at > src)
        named.set(segments.slice(0, at + 1).join('/'), isFile ? withoutExtension(segment) : segment)
    })
  }
  return Array.from(named).flatMap(([path, name]) => {
    const words = name.split('-')
    const empty = words.find((word) => emptyWords.has(word))
    if (empty !== undefined) return [{ path, message: `"${empty}" says nothing about what is in it` }]
    const foreign = foreignIn(path, words)
    if (foreign !== undefined) return [{ path, message: foreign }]
    return kebabCase.test(name) ? [] : [{ path, message: `"${name}" is not kebab-case` }]
  })
}

/** A file that is named well can still give away the wrong thing: what it exports is judged by the same words. */
function wrongExports(file: SourceFile) {
  const { path } = file
  if (!isScript(path) || isTest(path) || foreignWords[workspaceOf(path) ?? ''] === undefined) return []
  const code = codeOf(file)
  return [...code.matchAll(exported)].flatMap(({ 1: name = '', index }) => {
    const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
    const message = foreignIn(path, words)
    return message === undefined ? [] : [{ path, line: lineAt(code, index), message: `${name}: ${message}` }]
  })
}

const exported = /\bexport\s+(?:async\s+)?(?:const|let|function\*?|type|interface|class)\s+(\w+)/g

function foreignIn(path: string, words: string[]): string | undefined {
  const rule = foreignWords[workspaceOf(path) ?? '']
  const foreign = words.find((word) => rule?.words.has(word))
  return foreign === undefined ? undefined : `"${foreign}" ${rule?.because}`
}

function withoutExtension(file: string): string {
  return file.replace(/(\.test|\.d|\.module)?\.[^.]+$/, '')
}
