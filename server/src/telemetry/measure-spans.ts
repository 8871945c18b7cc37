import { Counter, type Registry } from 'prom-client'

/** Only where traces are on. What is dropped is lost to whoever looks at traces, and to nobody else. */
export function measureSpans(registers: [Registry], counts: { exported: number; dropped: number }): void {
  const told = { exported: 0, dropped: 0 }
  new Counter({
    name: 'malipo_trace_spans_total',
    help: 'Spans by what became of them: exported, or dropped because the collector was away or too slow.',
    labelNames: ['result'],
    registers,
    collect() {
      for (const result of ['exported', 'dropped'] as const) {
        this.inc({ result }, counts[result] - told[result])
        told[result] = counts[result]
      }
    },
  })
}
