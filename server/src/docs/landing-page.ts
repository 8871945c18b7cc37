import { lexer, type MarkedToken, type Tokens } from 'marked'
import { html, type Language, type Page, wordsIn } from '../pages/pages.ts'
import { addressOfDoc, type Site } from './build-site.ts'
import { type Drawing, framed } from './docs-page.ts'
import { sections } from './read-guides.ts'
import { belongsTo, languageOf, renderSample, sampleLanguages } from './render-samples.ts'

/** What can be done here, three doors to it, and a call that works, because its guide is tried: the first push. */
export async function landingPage(site: Site, drawing: Drawing, language: Language): Promise<Page> {
  const words = wordsIn(language)
  const { docs } = words
  const home = language === 'en' ? '/docs' : '/docs/sw'
  const push = site.byAddress.get('/docs/push')
  const sample = push ? firstCall(push.markdown) : []
  const doors = [
    {
      address: language === 'en' ? '/docs/quickstart' : '/docs/sw/quickstart',
      name: docs.doors.quickstart,
      about: docs.doors.aboutQuickstart,
    },
    { address: '#guides', name: docs.doors.guides, about: docs.doors.aboutGuides },
    { address: '/docs/reference', name: docs.doors.reference, about: docs.doors.aboutReference },
  ]
  const groups = sections
    .map((section) => ({ section, guides: site.guides.filter((guide) => guide.section === section) }))
    .filter(({ guides }) => guides.length > 0)
  return framed(site, drawing, {
    language,
    title: docs.landing,
    address: home,
    other: language === 'en' ? '/docs/sw' : '/docs',
    content: html`<h1>${docs.landing}</h1>
<p class="summary">${docs.about}</p>
<ul class="cards doors">
${doors.map(({ address, name, about }) => html`<li><a href="${address}"><strong>${name}</strong> <span>${about}</span></a></li>\n`)}</ul>
${sample.length > 0 && html`<h2>${docs.firstCall}</h2>\n${await renderSample(sample, 'sample-1', words)}`}
<h2 id="guides">${docs.doors.guides}</h2>
<div class="groups">
${groups.map(
  ({ section, guides }) => html`<section><h3>${docs.sections[section] ?? section}</h3>
<ul>${guides.map((guide) => {
    const translated = language === 'sw' ? site.translations.get(guide.address) : undefined
    const { title, summary, language: spoken } = translated ?? guide
    return html`<li lang="${spoken}"><a href="${addressOfDoc(guide, language)}">${title}</a> <span class="muted">${summary}</span></li>\n`
  })}</ul></section>\n`,
)}</div>
<p class="muted">${docs.forAgents}</p>`,
  })
}

function firstCall(markdown: string): Tokens.Code[] {
  const sample: Tokens.Code[] = []
  for (const token of lexer(markdown) as MarkedToken[]) {
    if (token.type === 'space') continue
    if (
      token.type === 'code' &&
      languageOf(token) in sampleLanguages &&
      (sample.length === 0 || belongsTo(sample, token))
    )
      sample.push(token)
    else if (sample.length > 1) return sample
    else sample.length = 0
  }
  return sample
}
