import { Misuse } from '../failures.ts'
import { canAsk, type Surroundings } from '../surroundings.ts'

/** Asks a person, or says which flag a script would give instead. */
export type Ask = {
  text(message: string, flag: string): Promise<string>
  secret(message: string, flag: string): Promise<string>
  choose(
    message: string,
    options: { value: string; label: string; hint?: string }[],
    flag: string,
  ): Promise<string>
  confirm(message: string, flag: string): Promise<boolean>
}

export function askOn(surroundings: Surroundings): Ask {
  async function prompts(flag: string) {
    if (!canAsk(surroundings)) throw new Misuse(`Nobody can be asked here. Give ${flag}.`)
    return await import('@clack/prompts')
  }
  /** Ctrl-C at a question ends the command, as anywhere else. */
  function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
    if (typeof answer === 'symbol') throw new Misuse('Nothing was done.')
    return answer as Exclude<Answer, symbol>
  }
  const needed = (value: string | undefined) =>
    value === undefined || value === '' ? 'This is needed.' : undefined
  return {
    text: async (message, flag) => answered(await (await prompts(flag)).text({ message, validate: needed })),
    secret: async (message, flag) =>
      answered(await (await prompts(flag)).password({ message, validate: needed })),
    choose: async (message, options, flag) =>
      answered(await (await prompts(flag)).select({ message, options })),
    confirm: async (message, flag) =>
      answered(await (await prompts(flag)).confirm({ message, initialValue: false })),
  }
}
