import type { Mutation } from './mutation.ts'

const tag = { file: 'pages/html.ts', caughtBy: ['src/pages/html.test.ts'] }
const states = { file: 'checkout/pay-state.ts', caughtBy: ['src/checkout/pay-state.test.ts'] }
const back = { file: 'checkout/return-link.ts', caughtBy: ['src/checkout/return-link.test.ts'] }
const spoken = { file: 'pages/language.ts', caughtBy: ['src/pages/language.test.ts'] }

/** What payers are shown, and what they may do there. */
export const mutationsOfPages: Mutation[] = [
  { ...tag, broken: 'a quote that ends an attribute', text: '[&<>"\']/g', instead: "[&<>']/g" },
  {
    ...tag,
    broken: 'a link that runs a script',
    text: "? address : 'about:invalid'",
    instead: '? address : address',
  },
  {
    ...tag,
    broken: 'a link to another site that looks like our own',
    text: '\\/(?![/\\\\])',
    instead: '\\/',
  },
  {
    ...tag,
    broken: 'markup in the place of an attribute',
    text: "if (place !== 'text') throw",
    instead: "if (place === 'text' && false) throw",
  },
  {
    ...states,
    broken: 'a code that has run out and is shown',
    text: "end !== null && end <= now ? 'lapsed' : 'scan'",
    instead: "'scan'",
  },
  {
    ...states,
    broken: 'another way that is offered while a try is open',
    text: "if (last?.state === 'open')",
    instead: "if (last?.state === 'paid')",
  },
  {
    ...states,
    broken: 'somebody who was turned down by a person and is told to pay again',
    text: "if (collection.failure_code === 'rejected' || lastSource === 'super_admin') return 'declined'",
    instead: '',
  },
  {
    ...states,
    broken: 'a wait that nobody ends',
    text: "return waitedMs < unansweredAfterMs ? 'help' : 'unanswered'",
    instead: "return 'help'",
  },
  {
    ...states,
    broken: 'a page that stops looking while nobody knows',
    text: "'help', 'unanswered', 'preparing'",
    instead: "'help', 'preparing'",
  },
  { ...states, broken: 'held money that looks paid', text: "return 'held'", instead: "return 'paid'" },
  {
    ...back,
    broken: 'a status that somebody else wrote into the address',
    text: '.filter((pair) => pair !==',
    instead: '.filter((pair) => true || pair !==',
  },
  {
    ...back,
    broken: 'somebody who is sent back as unpaid while nobody knows',
    text: "'returned', 'unanswered'])",
    instead: "'returned'])",
  },
  {
    ...back,
    broken: 'a shop that is told of a payment under way',
    text: "const unpaid = { ...collection, status: 'failed' } as const",
    instead: 'const unpaid = collection',
  },
  {
    ...spoken,
    broken: 'a wish of the address that is not heard',
    text: 'languages.find((one) => one === lang) ??',
    instead: '',
  },
  {
    ...spoken,
    broken: 'the least wanted language first',
    text: 'b.weight - a.weight',
    instead: 'a.weight - b.weight',
  },
]
