import { Gauge, type Registry } from 'prom-client'

type Told = { environment: string; provider: string; network: string; status: string }

/** How networks do, as payers are told it. */
export function measureWeather(registers: [Registry], read: () => Promise<Told[]>): void {
  new Gauge({
    name: 'malipo_network_status',
    help: '1 for what each mobile network is by its live pushes of the last fifteen minutes: up, slow, down or unknown.',
    labelNames: ['environment', 'provider', 'network', 'status'],
    aggregator: 'max',
    registers,
    async collect() {
      const told = await read()
      this.reset()
      for (const { environment, provider, network, status } of told)
        this.set({ environment, provider, network, status }, 1)
    },
  })
}
