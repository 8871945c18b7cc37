import { type Html, html } from '../pages/pages.ts'
import type { Parameter, Reference } from './read-reference.ts'
import { exampleBody } from './reference-samples.ts'

/** Sent by the script itself: a fresh key for each request, and the sandbox wherever a person is signed in. */
const sentAnyway = ['Idempotency-Key', 'X-Environment']

/** A call that can be made from the page. Without scripts it is not there: a form of HTML cannot send JSON with a key. */
export function tryForm(reference: Reference, id: string): Html {
  const call = reference.calls.get(id)
  if (call === undefined) return html``
  const body = exampleBody(call)
  const fields = call.parameters.filter(({ name }) => !sentAnyway.includes(name))
  const has = (name: string) => (call.parameters.some((one) => one.name === name) ? 'yes' : '')
  return html`<details class="try" hidden><summary>Try it <span class="away">: ${call.summary}</span></summary>
<form data-method="${call.method}" data-path="${call.path}" data-keyed="${has('Idempotency-Key')}" data-environment="${has('X-Environment')}">
${call.takesKey && html`<label>API key <input name="key" autocomplete="off" spellcheck="false" placeholder="mlp_sandbox_…"></label>`}
${fields.map((field) => fieldOf(reference, field))}
${body !== undefined && html`<label>Body <textarea name="body" rows="8" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`}
<p class="notice" hidden>This key is live: the call is real, and may move money. Send it again to do so.</p>
<button>Send</button>
<div class="answer" role="status"></div>
</form></details>
`
}

function fieldOf({ follow }: Reference, { name, in: place, required, schema }: Parameter): Html {
  const [word = ''] = (required && follow(schema ?? {}).enum) || []
  const example = String(word)
  const label = html`${name} <span class="muted">${place}</span>`
  return html`<label><span>${label}</span> <input data-in="${place}" name="${name}" value="${place === 'query' ? example : ''}" placeholder="${example}" autocomplete="off" spellcheck="false"></label>
`
}
