import type {
  AdminRetryReturnRequest,
  CollectionDossier,
  Discrepancy,
  WithdrawalDossier,
  WithdrawalMethod,
} from '@malipo/sdk'
import type { Problems } from '../../forms/use-told-problems.ts'
import { networkOf } from '../../parts/network-of.ts'

/** What has to be said of where money goes back to: nothing where its payer is known, the network where their number does not tell it. */
export type Asked = 'nothing' | 'network' | 'place'

export type Place = Omit<AdminRetryReturnRequest, 'note'>

type PaidBy = { method: string | null; phone: string | null | undefined }

/** As the service judges it. A code is shown to somebody and paid by whoever scans it: its number is not the payer's. */
export function askedOf({ method, phone }: PaidBy): Asked {
  if (phone == null || method === null || method === 'DYNAMIC_QR') return 'place'
  return method === 'PROVIDER_PESA_PUSH' || networkOf(phone) !== undefined ? 'nothing' : 'network'
}

/** Of a refund before: of which payment it was. */
export function askedAgain({ refund }: WithdrawalDossier): Asked {
  return refund ? askedOf({ method: refund.collection.method, phone: refund.collection.payer }) : 'nothing'
}

/** Of the order that the provider speaks of, which may be another try than the payment shows. */
export function askedToSettle({ reference }: Discrepancy, payment: CollectionDossier | undefined): Asked {
  if (!payment) return 'nothing'
  const { customer_phone: phone, method } = payment
  if (reference === null || reference === payment.provider_reference) return askedOf({ method, phone })
  const tried = payment.tries.find((one) => one.provider_reference === reference)
  if (!tried) return 'nothing'
  return askedOf({
    method: tried.method,
    phone: tried.customer_phone ?? (tried.number === 1 ? phone : null),
  })
}

/** What the service says that it lacks, whatever was thought before. */
export function askedBy(problems: Problems): Asked {
  if ('destination_identifier' in problems || 'destination_name' in problems) return 'place'
  return 'destination_code' in problems ? 'network' : 'nothing'
}

const methods: readonly WithdrawalMethod[] = ['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA']

/** What stands in the form; nothing where nobody has written anything, so that the service says what it lacks. */
export function readPlace(fields: FormData): Place {
  const said = (name: string) => String(fields.get(name) ?? '').trim()
  const [code, number, name] = [
    said('destination_code'),
    said('destination_identifier').replace(/\s/g, ''),
    said('destination_name'),
  ]
  const method = methods.find((one) => one === said('destination_method'))
  const isBank = method === 'BANK_ACCOUNT'
  return {
    ...(code !== '' && { destination_code: code }),
    ...(number !== '' && { destination_identifier: number }),
    ...(name !== '' && { destination_name: name }),
    ...(method && (code !== '' || number !== '') && { destination_method: method }),
    ...(isBank && said('bank_name') !== '' && { bank_name: said('bank_name') }),
  }
}
