import type { Tokens } from 'marked'
import { fillIn, type Html, html, type Words } from '../pages/pages.ts'
import { highlight } from './highlight.ts'

/** The languages that stand side by side, in this order of names. What else is fenced is output. */
export const sampleLanguages: Record<string, string> = {
  bash: 'curl',
  ts: 'TypeScript',
  php: 'PHP',
  python: 'Python',
}

const otherNames: Record<string, string> = {
  json: 'JSON',
  http: 'HTTP',
  text: 'Text',
}

/** The first word after the fence; the rest is for whoever runs the samples. */
export function languageOf({ lang }: Tokens.Code): string {
  return lang?.trim().split(/\s+/)[0] ?? ''
}

/** Fences that follow each other in several languages are one sample. */
export function belongsTo(sample: Tokens.Code[], next: Tokens.Code): boolean {
  const languages = sample.map(languageOf)
  const language = languageOf(next)
  return [...languages, language].every((one) => one in sampleLanguages) && !languages.includes(language)
}

/** One block of code, or several with tabs: radio buttons, so that they need no script. `name` is theirs on the page. */
export async function renderSample(sample: Tokens.Code[], name: string, words: Words): Promise<Html> {
  const blocks: { language: string; code: Html }[] = []
  for (const token of sample) {
    const language = languageOf(token)
    blocks.push({ language, code: await highlight(token.text, language) })
  }
  if (blocks.length === 1) {
    return html`<div class="sample">${blocks.map(({ language, code }) => blockOf(language, code, words))}</div>`
  }
  return html`<div class="sample" role="radiogroup" aria-label="${words.docs.sampleIn}">
${blocks.map(
  ({ language }, at) =>
    html`${radioOf(name, language, at === 0)}<label for="${name}-${language}">${sampleLanguages[language]}</label>
`,
)}${blocks.map(({ language, code }) => blockOf(language, code, words))}</div>`
}

function radioOf(name: string, language: string, isFirst: boolean): Html {
  return isFirst
    ? html`<input type="radio" class="in-${language}" name="${name}" id="${name}-${language}" value="${language}" checked>`
    : html`<input type="radio" class="in-${language}" name="${name}" id="${name}-${language}" value="${language}">`
}

function blockOf(language: string, code: Html, words: Words): Html {
  const name = sampleLanguages[language] ?? otherNames[language] ?? 'text'
  const label = fillIn(words.docs.sample, { language: name })
  return html`<div class="code of-${language || 'text'}"><pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre></div>
`
}
