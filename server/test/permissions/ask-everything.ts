import { type Operation, operations } from '@malipo/contract'
import type { Sent, Service } from '../service.ts'
import { sideBySide } from '../side-by-side.ts'
import { commonPart, type Marked, roles } from './canaries.ts'

export type Asked = {
  who: string
  address: string
  status: number
  text: string
  /** Whether it names something of the other merchant. */
  isForeign: boolean
}

/** Not objects of a merchant, or known to whoever has been told them. */
const notOwned = ['token', 'phone', 'name', 'provider', 'channel', 'session_id', 'provider_reference']

/** Everybody of a merchant asks for all that can be read: their own, the other's, and whatever a filter might bring along. */
export async function askForEverything(
  service: Service,
  own: Marked,
  other: Marked,
  about = /^/,
): Promise<Asked[]> {
  const reads = Object.values<Operation>(operations).filter(
    ({ method, stream, path }) =>
      method === 'GET' && !stream && !path.startsWith('/v1/admin/') && about.test(path),
  )
  const addresses = reads.flatMap((operation) => addressesOf(operation, own, other))
  const questions = callersOf(own).flatMap(({ who, sent }) => addresses.map((one) => ({ who, sent, ...one })))
  return await sideBySide(questions, async ({ who, sent, address, isForeign }) => {
    const { status, body } = await service.call(address, sent)
    return { who, address, status, text: JSON.stringify(body), isForeign }
  })
}

function callersOf({ cast }: Marked): { who: string; sent: Sent }[] {
  const { live_key: live, sandbox_key: sandbox } = cast.credentials
  const people = roles.flatMap((role) =>
    ['live', 'sandbox'].map((environment) => ({
      who: `${role} in ${environment}`,
      sent: { ...cast.credentials[role], headers: { 'x-environment': environment } },
    })),
  )
  return [{ who: 'live key', sent: live }, { who: 'sandbox key', sent: sandbox }, ...people]
}

type Address = { address: string; isForeign: boolean }

function addressesOf({ path, query }: Operation, own: Marked, other: Marked): Address[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const paths = names.reduce<Address[]>(
    (known, name) =>
      known.flatMap(({ address, isForeign }) =>
        valuesOf(name, own, other).map(({ value, isTheirs }) => ({
          address: address.replace(`{${name}}`, value),
          isForeign: isForeign || isTheirs,
        })),
      ),
    [{ address: path, isForeign: false }],
  )
  return paths.flatMap(({ address, isForeign }) => {
    const queries = queriesOf(Object.keys(query?.properties ?? {}), own, other)
    return queries.map((text) => ({ address: text === '' ? address : `${address}?${text}`, isForeign }))
  })
}

function valuesOf(name: string, own: Marked, other: Marked): { value: string; isTheirs: boolean }[] {
  if (notOwned.includes(name)) return [{ value: '255713991001', isTheirs: false }]
  const [mine, theirs] = [own.ids[name], other.ids[name]]
  if (mine === undefined || theirs === undefined) throw new Error(`Nobody knows what a ${name} is.`)
  return [
    ...mine.map((value) => ({ value, isTheirs: false })),
    ...theirs.map((value) => ({ value, isTheirs: true })),
  ]
}

/** As the list is, and by each filter that could name something of the other merchant. Their word itself is never sent: our own log would tell it. */
function queriesOf(names: string[], own: Marked, other: Marked): string[] {
  const page = names.includes('page_size') ? ['page_size=100'] : []
  const always = names.includes('merchant_id') ? [`merchant_id=${own.cast.merchantId}`] : []
  const found = names.flatMap((name) => {
    if (name === 'q') return [commonPart, '255713991', ...firstOf(other)].map((value) => `q=${value}`)
    if (name === 'phone' || name === 'recipient')
      return ['255713991001', '255713991002'].map((one) => `${name}=${one}`)
    if (name === 'reference') return [`reference=${commonPart}`]
    return (other.ids[name] ?? []).slice(0, 2).map((value) => `${name}=${value}`)
  })
  return ['', ...found].map((one) =>
    [...page, ...(one.startsWith('merchant_id') ? [] : always), one].filter(Boolean).join('&'),
  )
}

function firstOf({ ids }: Marked): string[] {
  return [ids.collection_id?.[0] ?? '', ids.withdrawal_id?.[0] ?? '', ids.invoice_id?.[0] ?? '']
}
