import assert from 'node:assert/strict'
import {
  hostedCollection,
  paidCollection,
  paymentLink,
  publicCollection,
  sandboxCode,
} from '../permissions/money.ts'
import { draftedInvoice } from '../permissions/samples-of-invoices.ts'
import type { Parts, Sample, Stage } from '../permissions/stage.ts'

/** A page, or a file that pages have: no operation, and answered to whoever comes. */
export type PageTarget = { method: string; path: string; sample: Sample; fields?: string[]; isForm?: true }

async function pathOf({ service }: Stage, table: string, column: string, id: string): Promise<string> {
  const [row] = await service.world.sql.unsafe(`select ${column} as token from ${table} where id = '${id}'`)
  return String(row?.token ?? assert.fail(`no ${column} of ${id}`))
}

const hosted: Sample = async (stage) => {
  const id = await hostedCollection(stage, stage.cast.credentials.live_key)
  return { params: { token: await pathOf(stage, 'collections', 'page_token', id) } }
}

/** The form as the page has it, with the attempt that it was made for. */
function filled(sample: Sample, path: string, more: Record<string, string> = {}): Sample {
  return async (stage, principal) => {
    const parts = await sample(stage, principal)
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name) => parts.params?.[name] ?? '')
    const page = String((await stage.service.call(at)).body)
    const [, attempt = ''] = /name="attempt" value="([^"]*)"/.exec(page) ?? []
    return { ...parts, body: { method: 'USSD_PUSH', phone: '0712345678', attempt, ...more } }
  }
}

const link: Sample = async (stage) => ({
  params: { token: (await paymentLink(stage, stage.cast.credentials.sandbox_key)).token },
})

const linkPayment: Sample = async (stage) => {
  const payment = await publicCollection(stage)
  const [row] = await stage.service.world.sql<{ token: string }[]>`
    select l.token from collections c join payment_links l on l.id = c.payment_link_id where c.public_token = ${payment}`
  return { params: { token: row?.token ?? '', payment } }
}

const invoice: Sample = async (stage) => {
  const id = await draftedInvoice(stage)
  const sent = { ...stage.cast.credentials.live_key, method: 'POST' }
  const { body } = await stage.service.call(`/v1/invoices/${id}/send`, sent)
  return { params: { token: String(body.data.public_url).split('/').at(-1) ?? '' } }
}

const receipt: Sample = async (stage) => {
  const id = await paidCollection(stage, stage.cast.credentials.sandbox_key)
  return {
    params: { token: id.replaceAll('-', '') + (await pathOf(stage, 'collections', 'receipt_token', id)) },
  }
}

const ofMerchant: Sample = async ({ cast }) => ({
  params: { merchant_id: cast.merchantId, environment: 'live' },
})
const withQuery = (query: Record<string, string>) => async (): Promise<Parts> => ({ query })
const nothing: Sample = async () => ({})

const below: [string, Sample][] = [
  ['/pay/{token}', hosted],
  ['/l/{token}/{payment}', linkPayment],
]

const get = (path: string, sample: Sample = nothing, fields: string[] = []): PageTarget => ({
  ...{ method: 'GET', path, sample },
  fields: ['lang', ...fields],
})
const form = (path: string, sample: Sample, fields: string[] = []): PageTarget => ({
  ...{ method: 'POST', path, sample, isForm: true },
  fields: ['method', 'phone', 'attempt', 'amount', ...fields],
})

const ofPhones = { phone: '255712345678' }
const answering: Sample = async (stage) => {
  const { reference } = await sandboxCode(stage)
  return { body: { ...ofPhones, reference, answer: 'approve', pin: '1234' } }
}

/** Every page for payers, the docs, the dashboard's files, the phones, and what the service says of itself. */
export const pageTargets: PageTarget[] = [
  get('/pay/{token}', hosted, ['auto', 'again']),
  form('/pay/{token}', filled(hosted, '/pay/{token}')),
  form('/pay/{token}/another-way', filled(hosted, '/pay/{token}')),
  form('/pay/{token}/leave', filled(hosted, '/pay/{token}')),
  get('/l/{token}', link),
  form('/l/{token}', filled(link, '/l/{token}', { amount: '' })),
  get('/l/{token}/{payment}', linkPayment, ['auto', 'again']),
  ...below.flatMap(([path, sample]) => [
    form(`${path}/check`, filled(sample, path)),
    ...['changes', 'version', 'code.svg', 'code.png'].map((name) =>
      get(`${path}/${name}`, sample, ['version']),
    ),
  ]),
  get('/i/{token}', invoice),
  form('/i/{token}', invoice),
  get('/i/{token}/invoice.pdf', invoice),
  get('/r/{token}', receipt),
  get('/r/{token}/receipt.pdf', receipt),
  ...[
    '/docs',
    '/docs.md',
    '/docs/',
    '/docs/quickstart',
    '/docs/webhooks.md',
    '/docs/errors',
    '/llms.txt',
    '/llms-full.txt',
  ].map((path) => get(path)),
  get('/docs/search', withQuery({ q: 'refund' }), ['q']),
  get('/docs/search.json', withQuery({ q: 'refund' }), ['q']),
  ...['/', '/sign-in', '/invitations/x', '/account', '/admin/withdrawals', '/assets/x.js', '/dashboard'].map(
    (path) => get(path),
  ),
  get('/m/{merchant_id}/{environment}', ofMerchant),
  get('/m/{merchant_id}/{environment}/till.webmanifest', ofMerchant),
  get('/simulator', withQuery({ phones: '255712345678', at: '0' }), ['phones', 'dial', 'at', 'merchant']),
  get('/simulator/events', withQuery({ phones: '255712345678' }), ['phones', 'merchant']),
  {
    method: 'POST',
    path: '/simulator/answer',
    sample: answering,
    fields: ['phone', 'reference', 'answer', 'pin'],
  },
  {
    ...{
      method: 'POST',
      path: '/simulator/knobs',
      fields: ['phone', 'empty', 'signal', 'slow', 'alone', 'scans'],
    },
    sample: async () => ({ body: { ...ofPhones, empty: true } }),
  },
  ...['/healthz', '/readyz', '/metrics', '/openapi.json', '/checkout.js', '/favicon.ico', '/robots.txt'].map(
    (path) => get(path),
  ),
]
