import { type Operation, operations } from '@malipo/contract'
import { fillIn, html, type Language, type Page, wordsIn } from '../pages/pages.ts'

export type Front = {
  baseUrl: string
  version: string
  /** Whether whoever comes here may hold the phones. */
  hasPhones: boolean
}

/** For whoever opens the bare address: what runs here and where to go. */
export function frontPage(language: Language, { baseUrl, version, hasPhones }: Front): Page {
  const { frontPage: words } = wordsIn(language)
  const places = [
    { address: '/docs/', name: words.reference, about: words.aboutReference },
    { address: '/openapi.json', name: words.openApi, about: words.aboutOpenApi },
    ...(hasPhones ? [{ address: '/simulator', name: words.phones, about: words.aboutPhones }] : []),
    { address: '/readyz', name: words.readiness, about: words.aboutReadiness },
  ]
  return {
    language,
    title: words.title,
    isListed: true,
    content: html`<p class="muted">${fillIn(words.version, { version, address: baseUrl })}</p>
<ul class="cards">
${places.map(({ address, name, about }) => html`<li><a href="${address}"><strong>${name}</strong> <span>${about}</span></a></li>`)}
</ul>`,
  }
}

/** The same for a machine reader, in the form that language models look for. */
export function llmsText(baseUrl: string): string {
  const calls = Object.values<Operation>(operations).map(
    ({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`,
  )
  return `# Malipo

> A payments service: merchants collect money and pay it out. JSON over HTTP, base address ${baseUrl}.

Authenticate with an API key: \`Authorization: Bearer mlp_sandbox_…\`. Success answers \`{"success":true,"data":{…}}\`,
failure \`{"success":false,"error":{"code","message","details"}}\`. Creating calls take an \`Idempotency-Key\` (UUID).
Lists take \`page\` and \`page_size\`, or \`cursor\`. Outcomes are told by events, delivered as Standard Webhooks
(\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`): verify them, and expect repeats and any order.

- [OpenAPI 3.1](${baseUrl}/openapi.json)
- [Reference](${baseUrl}/docs/)

## Calls

${calls.join('\n')}
`
}
