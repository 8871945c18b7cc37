import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the repository; the path is relative to its root, with forward slashes. A binary file has no text. */
export type SourceFile = { path: string; text: string }

export type Problem = { rule: string; path: string; line?: number; message: string }

export type Rule = { name: string; promise: string; check: (files: SourceFile[]) => Omit<Problem, 'rule'>[] }

// Skipped whatever .gitignore says: a planted tree or an export of the repository may come without that file.
const neverOurs = ['.git', 'node_modules', '.malipo']

/** Lists what git would: every file below the root that is not ignored, committed or not. */
export function readSourceFiles(root: string): SourceFile[] {
  const isIgnored = ignoredBy(readIgnoreLines(root))
  const files: SourceFile[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (neverOurs.includes(entry.name) || isIgnored(path, entry.name)) continue
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile()) files.push({ path, text: readText(join(root, path)) })
    }
  }
  walk('')
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function readText(path: string): string {
  const text = readFileSync(path, 'utf8')
  return text.includes('\0') ? '' : text
}

function readIgnoreLines(root: string): string[] {
  const name = '.gitignore'
  if (!readdirSync(root).includes(name)) return []
  return readFileSync(join(root, name), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Understands names, `*` within a name, and paths from the root: all that our .gitignore uses. */
function ignoredBy(lines: string[]): (path: string, name: string) => boolean {
  const patterns = lines.map((line) => {
    const bare = line.replace(/^\/|\/$/g, '')
    const escaped = bare.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*')
    return { fromRoot: /^\/|\/./.test(line), pattern: new RegExp(`^${escaped}$`) }
  })
  return (path, name) => patterns.some((one) => one.pattern.test(one.fromRoot ? path : name))
}

export function isTest(path: string): boolean {
  return /^[^/]+\/test\/|\.test\.[a-z]+$/.test(path)
}

export function isScript(path: string): boolean {
  return /\.(ts|tsx|mts|js|mjs)$/.test(path)
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
