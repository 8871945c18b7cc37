import { isScript, type SourceFile } from './source-files.ts'

export type Kind = 'code' | 'comment' | 'string' | 'template' | 'regex'

/** `template` is where the outermost template around the piece starts, if there is one. */
export type Piece = { kind: Kind; start: number; end: number; template: number | undefined }

type Scan = { text: string; pieces: Piece[] }

const patterns = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  string: /'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?/y,
  regex: /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y,
}
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y

// After a value a slash divides; after anything else, these keywords included, it opens a regular expression.
const endsValue = /[\w$)\]}'"`]$/
const endsKeyword = /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield)$/

/** Cuts TypeScript into pieces that cover it. What stands within `${…}` of a template is code again. */
export function scan(text: string): Piece[] {
  const pieces: Piece[] = []
  scanCode({ text, pieces }, 0, 0, undefined)
  return pieces
}

function scanCode(scan: Scan, from: number, searchFrom: number, template: number | undefined): number {
  const { text } = scan
  let codeFrom = from
  let at = searchFrom
  let openBraces = 0
  while (at < text.length) {
    if (text[at] === '{') openBraces += 1
    if (text[at] === '}') openBraces -= 1
    const closesHole = openBraces < 0 && template !== undefined
    const next = closesHole ? undefined : tokenAt(scan, codeFrom, at)
    if (next || text[at] === '`') {
      push(scan, 'code', codeFrom, at, template)
      if (next) push(scan, next.kind, at, next.end, template)
      at = next ? next.end : scanTemplate(scan, at, template ?? at)
      codeFrom = at
    } else {
      at += 1
      if (closesHole) break
    }
  }
  push(scan, 'code', codeFrom, at, template)
  return at
}

function scanTemplate(scan: Scan, from: number, outermost: number): number {
  let textFrom = from
  let searchFrom = from + 1
  for (;;) {
    const end = endOf(templateText, scan.text, searchFrom) ?? scan.text.length
    const opensHole = scan.text.startsWith('${', end - 2)
    push(scan, 'template', textFrom, opensHole ? end - 2 : end, outermost)
    if (!opensHole) return end
    textFrom = scanCode(scan, end - 2, end, outermost)
    if (textFrom >= scan.text.length) return textFrom
    searchFrom = textFrom
  }
}

function push(scan: Scan, kind: Kind, start: number, end: number, template: number | undefined): void {
  if (start < end) scan.pieces.push({ kind, start, end, template })
}

function tokenAt(scan: Scan, codeFrom: number, at: number): { kind: Kind; end: number } | undefined {
  const { text } = scan
  if (text[at] === "'" || text[at] === '"')
    return { kind: 'string', end: endOf(patterns.string, text, at) ?? at + 1 }
  if (text[at] !== '/') return undefined
  const commentEnd = endOf(patterns.comment, text, at)
  if (commentEnd !== undefined) return { kind: 'comment', end: commentEnd }
  const regexEnd = followsValue(scan, codeFrom, at) ? undefined : endOf(patterns.regex, text, at)
  return regexEnd === undefined ? undefined : { kind: 'regex', end: regexEnd }
}

function followsValue({ text, pieces }: Scan, codeFrom: number, at: number): boolean {
  const code = text.slice(codeFrom, at).trimEnd()
  if (code !== '') return endsValue.test(code) && !endsKeyword.test(code)
  const before = pieces.findLast(
    (piece) => piece.kind !== 'comment' && text.slice(piece.start, piece.end).trim() !== '',
  )
  if (before === undefined) return false
  const last = text.slice(before.start, before.end).trimEnd()
  return before.kind !== 'code' || (endsValue.test(last) && !endsKeyword.test(last))
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

// Several rules look at each file, and scanning is the slow part.
const scanned = new WeakMap<SourceFile, Piece[]>()

export function piecesOf(file: SourceFile): Piece[] {
  const known = scanned.get(file)
  if (known) return known
  const pieces = scan(file.text)
  scanned.set(file, pieces)
  return pieces
}

/** The code of a script with all else blanked out; every offset and line stays where it was. */
export function codeOf(file: SourceFile): string {
  if (!isScript(file.path)) return ''
  return piecesOf(file)
    .map(({ kind, start, end }) => {
      const text = file.text.slice(start, end)
      return kind === 'code' ? text : blank(text)
    })
    .join('')
}

export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
