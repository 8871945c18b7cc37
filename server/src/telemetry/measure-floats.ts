import { Gauge, type Registry } from 'prom-client'

type BookedFloat = { provider: string; currency: string; float: bigint }

/** Asked for when it is read. To be held against what the provider itself says, by whoever watches both. */
export function measureFloats(registers: [Registry], read: () => Promise<BookedFloat[]>): void {
  new Gauge({
    name: 'malipo_float',
    help: 'What lies ready for live payouts by our books, in whole units of the currency, by provider.',
    labelNames: ['provider', 'currency'],
    aggregator: 'max',
    registers,
    async collect() {
      const floats = await read().catch(() => [])
      this.reset()
      for (const { provider, currency, float } of floats)
        this.set({ provider, currency }, Number(float) / 100)
    },
  })
}
