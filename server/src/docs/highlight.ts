import type { HighlighterCore } from 'shiki/core'
import { type Html, html } from '../pages/pages.ts'

/** Of what a piece of code is, the kinds that have a colour. They are classes, because a page may hold no style but its sheet. */
const classes: Record<string, string> = {
  keyword: 'k',
  string: 's',
  'string-expression': 's',
  constant: 'n',
  function: 'f',
  comment: 'c',
}

const themeName = 'ours'
let opened: Promise<HighlighterCore> | undefined

async function openHighlighter(): Promise<HighlighterCore> {
  const { createHighlighterCore, createCssVariablesTheme } = await import('shiki/core')
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript')
  return await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: themeName, variablePrefix: '' })],
    langs: [
      import('shiki/langs/bash.mjs'),
      import('shiki/langs/typescript.mjs'),
      import('shiki/langs/php.mjs'),
      import('shiki/langs/python.mjs'),
      import('shiki/langs/json.mjs'),
      import('shiki/langs/http.mjs'),
    ],
    engine: createJavaScriptRegexEngine(),
  })
}

const grammars: Record<string, string> = {
  bash: 'bash',
  ts: 'typescript',
  php: 'php',
  python: 'python',
  json: 'json',
  http: 'http',
}

/** Code with its words told apart. */
export async function highlight(code: string, language: string): Promise<Html> {
  const lang = grammars[language]
  if (lang === undefined) return html`${code}`
  opened ??= openHighlighter()
  const highlighter = await opened
  // Without a limit: a busy machine would leave lines uncoloured, and the page is kept as it is.
  const lines = highlighter.codeToTokensBase(code, { lang, theme: themeName, tokenizeTimeLimit: 0 })
  const pieces = joined(
    lines.flatMap((line, at) => [
      ...(at === 0 ? [] : [{ kind: undefined, text: '\n' }]),
      ...line.map(({ color, content }) => ({ kind: kindOf(color), text: content })),
    ]),
  )
  return html`${pieces.map(({ kind, text }) => (kind === undefined ? text : html`<span class="${kind}">${text}</span>`))}`
}

type Piece = { kind: string | undefined; text: string }

function kindOf(colour = ''): string | undefined {
  return classes[/^var\(token-([\w-]+)\)$/.exec(colour)?.[1] ?? '']
}

/** Neighbours of one kind are one piece; a blank is of any. */
function joined(pieces: Piece[]): Piece[] {
  const found: Piece[] = []
  for (const { kind, text } of pieces) {
    const last = found.at(-1)
    if (last && (last.kind === kind || (last.kind !== undefined && text.trim() === ''))) last.text += text
    else found.push({ kind, text })
  }
  return found
}
