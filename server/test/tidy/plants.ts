import type { SourceFile } from './source-files.ts'

/** A small tree with something wrong in it, and where the rule must point, as `path` or `path:line`. */
export type Plant = { title: string; rule: string; files: SourceFile[]; found: string[] }

/** A small tree that looks wrong and is not. */
export type Innocent = { title: string; files: SourceFile[] }

export function file(path: string, ...lines: string[]): SourceFile {
  return { path, text: `${lines.join('\n')}\n` }
}
