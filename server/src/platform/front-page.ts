import { type Operation, operations } from '@malipo/contract'

/** For whoever opens the bare address: what runs here and where to go. */
export function frontPage(baseUrl: string, version: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Malipo</title>
<style>
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 42rem; margin: 12vh auto; padding: 0 1.25rem; }
h1 { font-size: 2.25rem; margin: 0; letter-spacing: -.02em; }
p { margin: .5rem 0 1.5rem; }
ul { list-style: none; padding: 0; display: grid; gap: .75rem; }
a { display: block; padding: .9rem 1.1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  border-radius: .6rem; color: inherit; text-decoration: none; }
a:hover, a:focus-visible { border-color: #0a7d4f; }
strong { display: block; color: #0a7d4f; }
code { font-size: .9em; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Malipo</h1>
<p>Payments for Tanzania and its neighbours. Version ${version}, at <code>${baseUrl}</code>.</p>
<ul>
<li><a href="/docs/"><strong>API reference</strong>Every call, with its fields and answers. Try it from the page.</a></li>
<li><a href="/openapi.json"><strong>OpenAPI 3.1</strong>The same as data, for your tools.</a></li>
<li><a href="/readyz"><strong>Readiness</strong>Is the database reachable and up to date?</a></li>
</ul>
</body>
</html>
`
}

export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a7d4f"/>
<path d="M7 24V8l9 10 9-10v16" fill="none" stroke="#fff" stroke-width="3.5" stroke-linejoin="round"/></svg>`

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
