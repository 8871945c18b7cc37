import { Gauge, type Registry } from 'prom-client'

type ToldFloat = { provider: string; currency: string; amount: bigint; is_low: boolean; is_short: boolean }

/** What providers say themselves, asked for when it is read; beside it whether that is low, and whether payouts wait for it. */
export function measureProviderFloats(registers: [Registry], read: () => Promise<ToldFloat[]>): void {
  const gauge = (name: string, help: string, labelNames: string[], value: (float: ToldFloat) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      aggregator: 'max',
      registers,
      async collect() {
        const floats = await read().catch(() => [])
        this.reset()
        for (const float of floats)
          this.set(
            Object.fromEntries(labelNames.map((label) => [label, String(float[label as 'provider'])])),
            value(float),
          )
      },
    })
  gauge(
    'malipo_provider_float',
    'What lies ready for live payouts as the provider said last, in whole units of the currency.',
    ['provider', 'currency'],
    ({ amount }) => Number(amount) / 100,
  )
  gauge('malipo_provider_float_low', '1 while that is below what was asked for.', ['provider'], (float) =>
    Number(float.is_low),
  )
  gauge('malipo_provider_float_short', '1 while payouts wait for it.', ['provider'], (float) =>
    Number(float.is_short),
  )
}
