import { type Command, InvalidArgumentError } from 'commander'
import { paintStatus } from '../output/paint.ts'
import type { Surroundings } from '../surroundings.ts'
import { lookUpOption } from './destination-flags.ts'
import { idempotencyOption, said } from './flags.ts'
import { leaf } from './leaf.ts'
import { type Connected, withConnection } from './with-connection.ts'

type Answered = { id: string; status: string }
type Body = { message: string; look_up_id?: string | undefined }
type Send = (
  connected: Connected,
  id: string,
  body: Body,
  options: { signal: AbortSignal; idempotencyKey?: string | undefined },
) => Promise<Answered>

type Answerable = { of: string; send: Send; takesLookUp?: boolean; isForPeople?: boolean }
type Wish = { message: string; lookUp?: string; idempotencyKey?: string }

/** Answers what a Super Admin asked. Where a destination may be asked about, a look-up of it goes with the answer. */
export function addAnswer(
  nouns: Command,
  surroundings: Surroundings,
  { of, send, takesLookUp = false, isForPeople = false }: Answerable,
): void {
  const command = leaf(nouns, 'answer', {
    summary: `answer what a Super Admin asked about a ${of}`,
    description: `The ${of} waits in INFO_REQUESTED until then, and for an approval after it. What was asked stands in its history.`,
    examples: [
      `${nouns.name()} answer 01a1ddaa-0000-7000-8000-000000000000 --message "Our supplier of maize."`,
    ],
    isForPeople,
  })
  command
    .argument('<id>', `of the ${of}`)
    .requiredOption('--message <text>', 'what whoever asked reads', messageText)
  if (takesLookUp) command.addOption(lookUpOption())
  command
    .addOption(idempotencyOption())
    .action(async (id: string, { message, lookUp, idempotencyKey }: Wish) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const body = { message, ...said({ look_up_id: lookUp }) }
      const answered = await send(connected, id, body, { signal, idempotencyKey })
      printer.result(answered, `${answered.id} is ${paintStatus(printer.paint, answered.status)}.`)
    })
}

/** An answer of nothing but spaces answers nothing. */
function messageText(text: string): string {
  if (text.trim() === '' || text.length > 2000)
    throw new InvalidArgumentError('It must have 1 to 2000 characters.')
  return text
}
