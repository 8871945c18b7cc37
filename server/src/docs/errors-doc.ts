import { failureAdvice, failureCodes, failures, refusalAdvice, refusals } from '@malipo/contract'
import type { Doc } from './read-guides.ts'
import type { Reference } from './read-reference.ts'

export const errorsAddress = '/docs/errors'

/** Every code that a program can meet: how it comes about, and what to do then. */
export function errorsDoc(reference: Reference): Doc {
  return {
    address: errorsAddress,
    language: 'en',
    title: 'Errors',
    summary: 'Every code that a call can be refused with and a payment can fail with: why, and what to do.',
    section: 'Reference',
    order: 950,
    markdown: `A refused call answers with a status, and a body that says which code it is. Programs decide by \`code\`; \`message\` is for people and may
change. Nothing was done, except where a code below says that it is not known.

\`\`\`json
{
  "success": false,
  "error": {
    "code": "validation_error",
    "message": "${refusals.validation_error.message}",
    "details": [{ "field": "phone", "problem": "must be 9 to 15 digits with an optional leading +" }]
  }
}
\`\`\`

## Refused calls {#refused-calls}

${refusedCalls(reference)}

## Failed payments {#failed-payments}

A payment that was begun and did not succeed has the status \`failed\`, and says why in \`failure_code\`. That is an outcome, not a refused call. A payment
that is neither \`successful\` nor \`failed\` is not decided yet: do not ask for another one.

${failedPayments()}

## Events {#events}

How payments end is told by [events](/docs/reference/webhook-events): ${reference.events.map(({ type }) => `[\`${type}\`](/docs/reference/webhook-events#${type})`).join(', ')}.`,
  }
}

function refusedCalls({ calls }: Reference): string {
  return Object.entries(refusals)
    .map(([code, { status, message }]) => {
      const { why, whatToDo } = refusalAdvice[code as keyof typeof refusals]
      const count = [...calls.values()].filter((call) => call.refusals.some((one) => one === code)).length
      return `### \`${code}\` {#${code}}

**${status}.** ${message}

**Why:** ${why}

**What to do:** ${whatToDo}${count > 0 && count < 6 ? `\n\n${namedIn(code, [...calls.values()])}` : ''}`
    })
    .join('\n\n')

  function namedIn(code: string, all: { method: string; path: string; refusals: string[] }[]): string {
    const named = all.filter((call) => call.refusals.includes(code))
    return `**Answered by:** ${named.map(({ method, path }) => `\`${method} ${path}\``).join(', ')}`
  }
}

function failedPayments(): string {
  return failureCodes
    .map(
      (code) => `### \`${code}\` {#failure-${code}}

${failures[code]}

**Why:** ${failureAdvice[code].why}

**What to do:** ${failureAdvice[code].whatToDo}`,
    )
    .join('\n\n')
}
