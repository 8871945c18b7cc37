import type { Site } from './build-site.ts'
import { type Doc, sections } from './read-guides.ts'

/** A page as Markdown, for whoever reads it without a browser: without what only the site understands. */
export function markdownOf(doc: Doc, baseUrl: string): string {
  return `# ${doc.title}\n\n> ${doc.summary}\n\n${served(doc, baseUrl)}\n`
}

/** Links lead to addresses of this installation; ids of headings and forms are left out. */
function served({ markdown, address }: Doc, baseUrl: string): string {
  return markdown
    .replaceAll(/^```try\n[\s\S]*?^```$\n*/gm, '')
    .replaceAll(/^(#+ .*?)\s*\{#[\w.-]+\}$/gm, '$1')
    .replaceAll(/\]\((\/[^)]*)\)/g, `](${baseUrl}$1)`)
    .replaceAll(/\]\(([\w-]+)\.md(#[^)]*)?\)/g, `](${baseUrl}${address.replace(/\/[^/]*$/, '')}/$1.md$2)`)
    .trim()
}

/** What there is to read, in the form that language models look for. */
export function llmsText(site: Site): string {
  const { baseUrl } = site
  const all = [...site.guides, ...site.references]
  const parts = sections
    .map((section) => ({ section, docs: all.filter((doc) => doc.section === section) }))
    .filter(({ docs }) => docs.length > 0)
    .map(
      ({ section, docs }) =>
        `## ${section}\n\n${docs.map(({ title, address, summary }) => `- [${title}](${baseUrl}${address}.md): ${summary}`).join('\n')}`,
    )
  return `# Malipo

> A payments service: merchants collect money and pay it out. JSON over HTTP, base address ${baseUrl}.

Authenticate with an API key: \`Authorization: Bearer mlp_sandbox_…\`. Success answers \`{"success":true,"data":{…}}\`,
failure \`{"success":false,"error":{"code","message","details"}}\`. Creating calls take an \`Idempotency-Key\` (UUID).
Lists take \`page\` and \`page_size\`, or \`cursor\`. A payment is paid only when its status is \`successful\`. Outcomes are told by
events, delivered as Standard Webhooks (\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`): verify them, and expect
repeats and any order.

- [OpenAPI 3.1](${baseUrl}/openapi.json)
- [All pages in one](${baseUrl}/llms-full.txt)

${parts.join('\n\n')}
`
}

/** Every guide and the whole reference, one after the other. */
export function llmsFullText(site: Site): string {
  return [...site.guides, ...site.references].map((doc) => markdownOf(doc, site.baseUrl)).join('\n---\n\n')
}
