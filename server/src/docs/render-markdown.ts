import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { fillIn, type Html, html, type Words } from '../pages/pages.ts'
import { belongsTo, languageOf, renderSample } from './render-samples.ts'

export type Heading = { id: string; title: string; depth: number }

/** What the text does not say itself. */
export type Surroundings = {
  words: Words
  /** Where a link leads on this site; undefined where it leads to nothing that is served. */
  resolve(href: string): string | undefined
  /** The page that tells about a call, like `GET /v1/me`. */
  addressOfCall?(call: string): string | undefined
  /** What stands for a fence of the language `try`, which names an operation. */
  tryForm?(operationId: string): Html
}

export type Rendered = { content: Html; headings: Heading[] }

/**
 * Markdown as a page. It is walked token by token into escaped HTML, so that no tag in it becomes one of the page: what
 * a description or a changelog says is text, whoever wrote it.
 */
export async function renderMarkdown(markdown: string, around: Surroundings): Promise<Rendered> {
  const tokens = lexer(markdown)
  const samples = await renderSamples(tokens, around)
  const headings: Heading[] = []
  const write = blocks(around, samples, headings)
  return { content: write(tokens), headings }
}

/** By the token they begin with. The others of a sample have an empty place. */
type Samples = Map<Token, Html>

async function renderSamples(tokens: Token[], around: Surroundings): Promise<Samples> {
  const found: Samples = new Map()
  const groups: Tokens.Code[][] = []
  const gather = (list: Token[]) => {
    let open: Tokens.Code[] | undefined
    for (const token of list as MarkedToken[]) {
      if (token.type === 'space') continue
      if (token.type !== 'code') {
        open = undefined
        if (token.type === 'list') for (const item of token.items) gather(item.tokens)
        if (token.type === 'blockquote') gather(token.tokens)
        continue
      }
      if (open && belongsTo(open, token)) open.push(token)
      else {
        open = [token]
        groups.push(open)
      }
    }
  }
  gather(tokens)
  for (const [at, group] of groups.entries()) {
    const [first, ...rest] = group
    if (first === undefined) continue
    const isForm = languageOf(first) === 'try' && around.tryForm !== undefined
    found.set(
      first,
      isForm
        ? (around.tryForm?.(first.text.trim()) ?? html``)
        : await renderSample(group, `sample-${at + 1}`, around.words),
    )
    for (const token of rest) found.set(token, html``)
  }
  return found
}

function blocks(around: Surroundings, samples: Samples, headings: Heading[]): (tokens: Token[]) => Html {
  const inline = (tokens: Token[] | undefined): Html => renderInline(tokens ?? [], around)
  const many = (tokens: Token[]): Html => html`${tokens.map(one)}`

  function one(token: Token): Html {
    const block = token as MarkedToken
    if (block.type === 'heading') return headingOf(block, headings, inline, around.words)
    if (block.type === 'paragraph') return html`<p>${inline(block.tokens)}</p>\n`
    if (block.type === 'code') return samples.get(token) ?? html``
    if (block.type === 'list') return listOf(block, many)
    if (block.type === 'table') return tableOf(block, inline, around.words)
    if (block.type === 'blockquote') return html`<blockquote>${many(block.tokens)}</blockquote>\n`
    if (block.type === 'hr') return html`<hr>`
    if (block.type === 'text') return inline(block.tokens ?? [block])
    if (block.type === 'html') return html`${withoutRemarks(block.text)}`
    return html``
  }
  return many
}

function listOf(list: Tokens.List, many: (tokens: Token[]) => Html): Html {
  const items = list.items.map((item) => html`<li>${many(item.tokens)}</li>\n`)
  return list.ordered ? html`<ol start="${list.start || 1}">${items}</ol>\n` : html`<ul>${items}</ul>\n`
}

/** Wider than a phone: it scrolls by itself, by keyboard too, and the page does not. */
function tableOf(table: Tokens.Table, inline: (tokens: Token[]) => Html, words: Words): Html {
  const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => html`<td>${inline(tokens)}</td>`)
  const heads = table.header.map(({ tokens, text }) =>
    text === '' ? html`<td></td>` : html`<th scope="col">${inline(tokens)}</th>`,
  )
  return html`<div class="table" tabindex="0" role="group" aria-label="${words.docs.table}"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${table.rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>
</table></div>
`
}

function headingOf(
  heading: Tokens.Heading,
  known: Heading[],
  inline: (tokens: Token[]) => Html,
  words: Words,
): Html {
  const given = /\s*\{#([\w.-]+)\}$/.exec(heading.text)
  const [shown = heading] = given
    ? (lexer(heading.raw.trim().replace(/\s*\{#[\w.-]+\}$/, '')) as Tokens.Heading[])
    : []
  const title = plainText(shown.tokens)
  const id = given?.[1] ?? freshId(title, known)
  known.push({ id, title, depth: heading.depth })
  const anchor = html`<a class="anchor" href="#${id}" aria-label="${fillIn(words.docs.linkTo, { title })}">#</a>`
  const content = html`${inline(shown.tokens)} ${anchor}`
  if (heading.depth <= 2) return html`<h2 id="${id}">${content}</h2>\n`
  if (heading.depth === 3) return html`<h3 id="${id}">${content}</h3>\n`
  return html`<h4 id="${id}">${content}</h4>\n`
}

/** As the places where people read Markdown make them, so that a link works there and here. */
function freshId(title: string, known: Heading[]): string {
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const isTaken = (one: string) => known.some((heading) => heading.id === one)
  let number = 1
  while (isTaken(number === 1 ? id : `${id}-${number - 1}`)) number += 1
  return number === 1 ? id : `${id}-${number - 1}`
}

function renderInline(tokens: Token[], around: Surroundings): Html {
  const inline = (list: Token[]): Html => html`${list.map(one)}`

  function one(token: Token): Html {
    const piece = token as MarkedToken
    if (piece.type === 'text') return piece.tokens ? inline(piece.tokens) : html`${spelledOut(piece.text)}`
    if (piece.type === 'escape') return html`${piece.text}`
    if (piece.type === 'codespan') return codeOf(piece.text, around)
    if (piece.type === 'strong') return html`<strong>${inline(piece.tokens)}</strong>`
    if (piece.type === 'em') return html`<em>${inline(piece.tokens)}</em>`
    if (piece.type === 'del') return html`<del>${inline(piece.tokens)}</del>`
    if (piece.type === 'br') return html`<br>`
    if (piece.type === 'link') {
      const address = around.resolve(piece.href)
      const shown = html`${piece.tokens.map((inner) => ((inner as MarkedToken).type === 'codespan' ? html`<code>${(inner as Tokens.Codespan).text}</code>` : one(inner)))}`
      return address === undefined ? shown : html`<a href="${address}">${shown}</a>`
    }
    return html`${withoutRemarks(token.raw)}`
  }
  return inline(tokens)
}

function codeOf(text: string, { addressOfCall }: Surroundings): Html {
  const address = addressOfCall?.(text)
  const code = html`<code>${text}</code>`
  return address === undefined ? code : html`<a href="${address}">${code}</a>`
}

/** What a reader sees of it, without any mark. */
export function plainText(tokens: Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      const inner = (token as { tokens?: Token[] }).tokens
      return inner ? plainText(inner) : ((token as { text?: string }).text ?? '')
    })
    .join('')
}

function withoutRemarks(text: string): string {
  return text.replaceAll(/<!--[\s\S]*?-->\n?/g, '')
}

const spelled: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

function spelledOut(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => spelled[name] ?? whole)
}
