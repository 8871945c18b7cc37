import { blank, piecesOf } from './lex.ts'
import { isScript, type SourceFile } from './source-files.ts'

/** What may be SQL, without its comments, and where in the file it starts. */
export type SqlText = { text: string; start: number }

/**
 * A template with the templates nested in it is one text: a fragment within `${…}` belongs to the statement around it.
 * Plain strings count too, since `unsafe` takes them.
 */
export function sqlTextsOf(file: SourceFile): SqlText[] {
  if (file.path.endsWith('.sql')) return [{ text: withoutComments(file.text), start: 0 }]
  if (!isScript(file.path)) return []
  const texts = new Map<number, string>()
  for (const { kind, start, end, template } of piecesOf(file)) {
    const isText = kind === 'template' || kind === 'string'
    if (!isText && template === undefined) continue
    const raw = file.text.slice(start, end)
    const text = isText ? raw.replaceAll('`', ' ') : blank(raw)
    texts.set(template ?? start, (texts.get(template ?? start) ?? '') + text)
  }
  return Array.from(texts, ([start, text]) => ({ text: withoutComments(text), start }))
}

function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, blank)
}
