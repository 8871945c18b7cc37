import { posix } from 'node:path'
import { lineAt, type Problem, type Rule, type SourceFile } from './source-files.ts'
import { roomOf } from './storeys.ts'

const architecture = 'ARCHITECTURE.md'

export const pagesRule: Rule = {
  name: 'pages',
  promise: 'pages lead to what is there, and the one on architecture knows every room',
  check: (files) => [...deadLinks(files), ...unknownRooms(files)],
}

function deadLinks(files: SourceFile[]): Omit<Problem, 'rule'>[] {
  const paths = files.map(({ path }) => path)
  const isThere = (place: string) =>
    paths.some((path) => path === place || path.startsWith(`${place.replace(/\/$/, '')}/`))
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ({ 1: link = '', index }) => ({ link, index }))
        .filter(({ link }) => !/^[a-z]+:/.test(link) && !isOfTheSite(path, link))
        .filter(({ link }) => !isThere(posix.join(posix.dirname(path), link)))
        .map(({ link, index }) => ({
          path,
          line: lineAt(text, index),
          message: `leads to ${link}, which is not there`,
        })),
    )
}

/** Guides are read on the site, and lead to what it makes: the reference, the errors, the phones. */
function isOfTheSite(path: string, link: string): boolean {
  return (
    path.startsWith('docs/guides/') &&
    /^\/(docs\/(reference|errors|changelog|search)|simulator)(\/|$)/.test(link)
  )
}

/** In the tree at its beginning, and in the table of what each is for. */
function unknownRooms(files: SourceFile[]): Omit<Problem, 'rule'>[] {
  const page = files.find(({ path }) => path === architecture)
  if (page === undefined) return []
  const [tree = ''] = /```[\s\S]*?```/.exec(page.text) ?? []
  const rooms = new Set(files.flatMap(({ path }) => roomOf(path) ?? []))
  const missing = [...rooms].filter(
    (room) => !new RegExp(`(^|\\s)${room}/`, 'm').test(tree) || !page.text.includes(`\n| \`${room}\` |`),
  )
  if (missing.length === 0) return []
  return [{ path: architecture, message: `lacks ${missing.join(', ')} in its tree or its table of rooms` }]
}
