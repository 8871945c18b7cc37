import { Option } from 'commander'
import { Trouble } from '../failures.ts'
import { paintStatus } from '../output/paint.ts'
import { watchStatus } from '../watch-status.ts'
import { wholeNumber } from './flags.ts'
import type { Connected } from './with-connection.ts'

/** What goes out: a withdrawal, or a refund. */
type Outgoing = { id: string; status: string; updated_at: string; failure_message: string | null }

const finals: readonly string[] = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

export const timeoutOption = () =>
  new Option('--timeout <seconds>', 'how long to wait for the outcome')
    .argParser(wholeNumber(1, 86_400))
    .default(120)

/** Shows each state of what goes out until nothing more can become of it; that it did not arrive, or nobody knows, is trouble. */
export async function watchOutgoing(
  { printer, signal }: Connected,
  { id, command, timeoutSeconds }: { id: string; command: string; timeoutSeconds: number },
  read: () => Promise<Outgoing>,
): Promise<void> {
  printer.progress('Waiting for the outcome …')
  const ended = await watchStatus({
    read,
    onChange: (one) =>
      printer.result(
        one,
        `${printer.paint.dim(one.updated_at)}  ${one.id}  ${paintStatus(printer.paint, one.status)}`,
      ),
    isFinal: ({ status }) => finals.includes(status),
    timeoutMs: timeoutSeconds * 1_000,
    signal,
  })
  if (ended === undefined)
    throw new Trouble(
      `The outcome of ${id} is not known after ${timeoutSeconds} s. It may still be paid.`,
      `Go on waiting: malipo-dev ${command} watch ${id}`,
    )
  if (ended.status !== 'SUCCESS')
    throw new Trouble(`${id} did not arrive: ${ended.status}.`, ended.failure_message ?? undefined)
}
