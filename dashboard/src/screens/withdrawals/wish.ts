import type {
  NameLookUp,
  Recipient,
  RecipientRequest,
  WithdrawalMethod,
  WithdrawalQuoteRequest,
  WithdrawalRequest,
} from '@malipo/sdk'
import { readAmount } from '../../forms/read-amount.ts'

/** What stands in the form, as it was typed. */
export type Wish = {
  method: WithdrawalMethod
  code: string
  phone: string
  account: string
  name: string
  amount: string
  reference: string
  /** Who was chosen of those that are saved; then nothing of where it goes is written out. */
  recipient?: Recipient | undefined
  /** With which of them somebody came here, so that another can be chosen. */
  arrived?: string
  /** Whose it is, and what was asked to learn it. */
  known?: Pick<NameLookUp, 'look_up_id' | 'outcome' | 'registered_name' | 'match'> & { of: string }
}

export const noWish: Wish = {
  method: 'MOBILE_MONEY',
  code: '',
  phone: '',
  account: '',
  name: '',
  amount: '',
  reference: '',
}

export type WishProblem = 'code' | 'phone' | 'account' | 'name' | 'amount'

const isBank = ({ method }: Wish) => method === 'BANK_ACCOUNT'

/** Phones as people write them; undefined where it is none of Tanzania's. */
export function readPhone(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '')
  return /^(\+?255|0)?[1-9]\d{8}$/.test(plain) ? plain : undefined
}

/** A wallet of the provider is the only one of its kind. */
export const codeOf = ({ method, code }: Wish) => (method === 'PROVIDER_PESA' ? 'PROVIDER_PESA' : code)

/** What is still missing or cannot be right, in the order of the form. */
export function problemsWith(wish: Wish): WishProblem[] {
  if (wish.recipient) return readAmount(wish.amount) === undefined ? ['amount'] : []
  const found: [WishProblem, boolean][] = [
    ['code', codeOf(wish) === ''],
    ['phone', !isBank(wish) && readPhone(wish.phone) === undefined],
    ['account', isBank(wish) && !/^[0-9A-Za-z-]{4,34}$/.test(wish.account.replaceAll(' ', ''))],
    ['name', wish.name.trim() === ''],
    ['amount', readAmount(wish.amount) === undefined],
  ]
  return found.filter(([, isWrong]) => isWrong).map(([name]) => name)
}

const identifierOf = (wish: Wish) =>
  isBank(wish) ? wish.account.replaceAll(' ', '') : (readPhone(wish.phone) ?? '')

/** What is asked to learn the cost; null while too little is known for that. */
export function quoteOf(wish: Wish): WithdrawalQuoteRequest | null {
  if (problemsWith(wish).some((problem) => problem !== 'name')) return null
  if (wish.recipient) return { amount: readAmount(wish.amount) ?? '', recipient_id: wish.recipient.id }
  return {
    method: wish.method,
    amount: readAmount(wish.amount) ?? '',
    destination_code: codeOf(wish),
    destination_identifier: identifierOf(wish),
  }
}

/** What is asked to learn whose it is; null while that is not known well enough. */
export function lookUpOf(wish: Wish) {
  const isMissing = problemsWith(wish).some((problem) => problem !== 'amount')
  if (isMissing) return null
  return {
    method: wish.method,
    destination_code: codeOf(wish),
    destination_identifier: identifierOf(wish),
    name: wish.name.trim(),
  }
}

/** What was learnt, as long as it is still about what stands in the form. */
export function nameKnownOf(wish: Wish): Wish['known'] {
  return wish.known?.of === JSON.stringify(lookUpOf(wish)) ? wish.known : undefined
}

/** What whoever saves a recipient sends; null while something is missing. */
export function recipientOf(wish: Wish, bankName: string): RecipientRequest | null {
  const place = lookUpOf(wish)
  if (place === null) return null
  const { name, ...where } = place
  const known = nameKnownOf(wish)
  return {
    ...where,
    destination_name: name,
    ...(isBank(wish) && { bank_name: bankName }),
    ...(known && { look_up_id: known.look_up_id }),
  }
}

/** What is sent. `bankName` is the name of the bank that was chosen. */
export function requestOf(wish: Wish, bankName: string): WithdrawalRequest {
  const reference = wish.reference.trim()
  const known = nameKnownOf(wish)
  const beside = {
    amount: readAmount(wish.amount) ?? '',
    ...(reference !== '' && { merchant_reference: reference }),
  }
  if (wish.recipient) return { ...beside, recipient_id: wish.recipient.id }
  return {
    ...beside,
    method: wish.method,
    destination_code: codeOf(wish),
    destination_name: wish.name.trim(),
    ...(isBank(wish)
      ? { bank_name: bankName, bank_account_number: identifierOf(wish) }
      : { destination_phone: identifierOf(wish) }),
    ...(known && { look_up_id: known.look_up_id }),
  }
}
