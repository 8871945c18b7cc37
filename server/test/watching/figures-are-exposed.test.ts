import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import { type Service, startService } from '../service.ts'
import { figuresIn, queriesOfDashboard, queriesOfRules, textOf } from './figures-of-files.ts'

type Exposed = MetricObjectWithValues<MetricValue<string>> & { labelNames: string[]; buckets: number[] }

let service: Service
const exposed = new Map<string, Exposed>()
let queries: { name: string; query: string }[]
let made: string[]
before(async () => {
  // Nobody listens there; what is measured only with traces is to be seen.
  service = await startService({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } })
  const { registry } = service.parts.metrics
  for (const one of await registry.getMetricsAsJSON()) {
    const { labelNames, buckets = [] } = registry.getSingleMetric(one.name) as unknown as Exposed
    exposed.set(one.name, { ...one, labelNames, buckets } as Exposed)
  }
  const rules = await queriesOfRules()
  made = rules.filter(({ kind }) => kind === 'record').map(({ name }) => name)
  queries = [...rules, ...(await queriesOfDashboard())]
})
after(() => service.stop())

/** A histogram is asked for by its parts. */
function find(name: string): Exposed | undefined {
  const whole = name.replace(/_(?:bucket|sum|count)$/, '')
  const histogram = exposed.get(whole)
  return whole !== name && String(histogram?.type) === 'histogram' ? histogram : exposed.get(name)
}

/** What Prometheus adds to each series. */
const added = ['job', 'instance']

test('every figure that dashboard and rules ask for is there, with the labels they ask by', () => {
  const wrong = queries.flatMap(({ name: place, query }) =>
    figuresIn(query).flatMap(({ name, labels }) => {
      if (name === 'up' || made.includes(name)) return []
      const figure = find(name)
      if (figure === undefined) return [`${place}: ${name} is not exposed`]
      const known = [...figure.labelNames, ...added, ...(name.endsWith('_bucket') ? ['le'] : [])]
      return labels
        .filter(({ label }) => !known.includes(label))
        .map(({ label }) => `${place}: ${name} has no label ${label}`)
    }),
  )
  assert.deepEqual(wrong, [])
  assert.ok(queries.flatMap(({ query }) => figuresIn(query)).length > 80, 'and they were found')
})

test('every bound that a rule asks for is one of the histogram, and every kind of what waits is told', () => {
  const asked = queries.flatMap(({ query }) => figuresIn(query))
  for (const { name, labels } of asked) {
    for (const { label, how, value } of labels) {
      if (label === 'le') assert.ok(find(name)?.buckets.includes(Number(value)), `${name} le ${value}`)
      if (label !== 'what' && label !== 'result') continue
      const told = find(name)?.values.map((one) => String(one.labels[label])) ?? []
      const wanted = how === '=~' ? value.split('|') : [value]
      // A histogram has no series before something was measured.
      if (name.startsWith('malipo_batch')) continue
      assert.deepEqual(
        wanted.filter((one) => !told.includes(one)),
        [],
        `${name} tells ${told}`,
      )
    }
  }
})

/** Whatever asks for a payment or a payout. Pages of payers wait for the outcome, and are measured by themselves. */
const asking = [
  'createHostedPage',
  'createDirectWalletPush',
  'createDirectProviderPesa',
  'createDirectQr',
  'createUssdPushCollection',
  'createStkPushCollection',
  'createProviderPesaPushCollection',
  'createDynamicQrCollection',
  'submitWithdrawal',
  'createWalletDisbursement',
  'createMobileMoneyDisbursement',
  'createBankDisbursement',
  'createDisbursementBatch',
]

test('the objective of asking for payments is about these operations, and no others', () => {
  const routes = queries
    .filter(({ name }) => name.startsWith('malipo:create_errors'))
    .flatMap(({ query }) => figuresIn(query).flatMap(({ labels }) => labels))
    .filter(({ label }) => label === 'route')
    .map(({ value }) => value)
  assert.equal(new Set(routes).size, 1, 'all of them ask for the same routes')
  const pattern = new RegExp(`^(?:${routes[0]})$`)
  const meant = Object.values<Operation>(operations)
    .filter(({ method, path }) => method === 'POST' && pattern.test(path.replaceAll(/\{(\w+)\}/g, ':$1')))
    .map(({ id }) => id)
  assert.deepEqual(meant.sort(), asking.sort())
})

test('the page on what can be seen names every figure of ours with its labels, and every rule that it speaks of', async () => {
  const page = await textOf('docs/observability.md')
  const rows = Array.from(
    page.matchAll(/^\| `(malipo_\w+)` \| ([^|]*)\|/gm),
    ([, name = '', labels = '']) => [name, labels.match(/\w+/g)?.sort() ?? []],
  )
  const ours = [...exposed.values()].filter(({ name }) => name.startsWith('malipo_'))
  assert.deepEqual(
    rows.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    ours
      .map(({ name, labelNames }) => [name, [...labelNames].sort()])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
  const named = Array.from(page.matchAll(/malipo:\w+:\w+/g), ([name]) => name)
  assert.deepEqual(
    named.filter((name) => !made.includes(name)),
    [],
  )
})
