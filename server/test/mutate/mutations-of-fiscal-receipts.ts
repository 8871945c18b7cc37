// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of programs, which have them.
import type { Mutation } from './mutation.ts'

const issuing = ['src/fiscal/issue-receipts.test.ts']
const closing = ['src/fiscal/close-days.test.ts']
const story = ['test/stories/a-sale-gets-its-fiscal-receipt.test.ts']

/** In receipts of the tax authority. */
export const mutationsOfFiscalReceipts: Mutation[] = [
  {
    broken: 'a receipt that gets another number whenever it is asked for',
    file: 'fiscal/plan-lane.ts',
    text: '  if (asked) return errandOf(registration, asked)\n',
    instead: '',
    caughtBy: issuing,
    only: 'what is not known is asked for again under its number and with its content, and nobody overtakes it',
  },
  {
    broken: 'a worker that writes down what it heard after its lease',
    file: 'fiscal/lane.ts',
    text: 'and l.environment = ${held.environment} and l.lease = ${held.lease}',
    instead: 'and l.environment = ${held.environment}',
    caughtBy: issuing,
    only: 'several workers at once, one of them slower than its lease, issue each receipt once',
  },
  {
    broken: 'a refused receipt that keeps its number',
    file: 'fiscal/move-receipts.ts',
    text: 'update fiscal_lanes set last_number = last_number - 1',
    instead: 'update fiscal_lanes set last_number = last_number',
    caughtBy: issuing,
    only: 'a refused receipt gives its number to the next',
  },
  {
    broken: 'silence that is taken for a refusal',
    file: 'fiscal/work-lanes.ts',
    text: "const unknown = (because: string) => ({ kind: 'unknown' as const, because })",
    instead: "const unknown = (because: string) => ({ kind: 'refused' as const, reason: because, because })",
    caughtBy: issuing,
    only: 'an authority that throws or never answers may have taken it',
  },
  {
    broken: 'a day that is sold on before the one before it is closed',
    file: 'fiscal/plan-lane.ts',
    text: '  if (closing) return',
    instead: '  if (closing && lane.last_day === null) return',
    caughtBy: closing,
    only: 'each day is closed when it is over, with the sum of its receipts, before the next begins',
  },
  {
    broken: 'a clock that brings a day back',
    file: 'fiscal/plan-lane.ts',
    text: '[clockDay, last_day ?? clockDay, dayAfter(closing_day ?? closed_through)]',
    instead: '[clockDay]',
    caughtBy: closing,
    only: 'a clock that is behind does not bring a day back',
  },
  {
    broken: 'a number on a day that has its report',
    file: 'fiscal/plan-lane.ts',
    text: ', dayAfter(closing_day ?? closed_through)]',
    instead: ']',
    caughtBy: closing,
    only: 'a day that is closed gets no further number, whatever a clock says',
  },
  {
    broken: 'a number on a day whose report was sent and not heard of',
    file: 'fiscal/plan-lane.ts',
    text: 'dayAfter(closing_day ?? closed_through)',
    instead: 'dayAfter(closed_through)',
    caughtBy: closing,
    only: 'a day whose report was sent and not heard of gets no further number',
  },
  {
    broken: 'reports of days on which it was off',
    file: 'fiscal/close-days.ts',
    text: 'const since = enabled_at && dayAt(enabled_at)',
    instead: 'const since = closed_through',
    caughtBy: closing,
    only: 'days on which it was off have no report, save those on which a receipt was issued',
  },
  {
    broken: 'a stop that waits for the whole queue of a merchant',
    file: 'fiscal/work-lanes.ts',
    text: 'stopping.aborted || done === mostInARow',
    instead: 'done === mostInARow',
    caughtBy: issuing,
    only: 'who is stopped hears what was asked last, and leaves the rest to others at once',
  },
  {
    broken: 'payments that owe nobody a receipt',
    file: 'collections/owe-receipts.ts',
    text: "after.status === 'successful' && owing.has(after.id)",
    instead: "after.status === 'created' && owing.has(after.id)",
    caughtBy: story,
    only: 'a payment after switching on gets a number, a code and an event, and is shown with them',
  },
  {
    broken: 'a TIN that changes under the receipts that were counted by it',
    file: 'fiscal/fiscal-settings.ts',
    text: 'before.tin !== after.tin && before.registration_id !== null',
    instead: "before.tin !== after.tin && before.registration === 'REGISTERED'",
    caughtBy: ['src/fiscal/fiscal-settings.test.ts'],
    only: 'a TIN under which receipts were counted stays, whatever was saved in between',
  },
]
