import { Counter, type Registry } from 'prom-client'

/** Requests that were answered and are not in the log of their merchant, as it is found out. */
export function countLeftOut(registers: [Registry]): (because: string, count: number) => void {
  const leftOut = new Counter({
    name: 'malipo_requests_not_logged_total',
    help: 'Requests of merchants that their request log lacks, by why: the queue was full, the merchant had too many today, they could not be written.',
    labelNames: ['because'],
    registers,
  })
  return (because, count) => leftOut.inc({ because }, count)
}
