import type { CreateControlNumberRequest } from '@malipo/sdk'
import { readAmount } from '../../forms/read-amount.ts'
import { dayIn } from '../../parts/format.ts'
import type { newNumberWords } from './new-number-words.ts'

/** A control number as it is being asked for. */
export const noNumber = { kind: 'ORDER', mode: 'EXACT', amount: '', text: '', reference: '', ends: '' }
export type NumberDraft = typeof noNumber
type NumberProblems = Partial<Record<keyof NumberDraft, string>>

/** What can be told without asking the service. */
export function problemsWith(draft: NumberDraft, words: (typeof newNumberWords)['en']): NumberProblems {
  const isOpen = draft.mode === 'ANY'
  return {
    ...(!isOpen && readAmount(draft.amount) === undefined && { amount: words.noAmount }),
    ...(draft.ends !== '' && draft.ends < dayIn(new Date()) && { ends: words.past }),
  }
}

type Asked = Omit<CreateControlNumberRequest, 'merchant_id'>

export function requestOf(draft: NumberDraft, customerId: string | undefined): Asked {
  const [text, reference] = [draft.text.trim(), draft.reference.trim()]
  return {
    kind: draft.kind as Asked['kind'],
    payment_mode: draft.mode as Asked['payment_mode'],
    ...(draft.mode !== 'ANY' && { amount: readAmount(draft.amount) ?? '' }),
    ...(text !== '' && { description: text }),
    ...(reference !== '' && { merchant_reference: reference }),
    ...(customerId !== undefined && { customer_id: customerId }),
    // The day ends in Dar es Salaam.
    ...(draft.ends !== '' && { expires_at: `${draft.ends}T23:59:59+03:00` }),
  }
}
