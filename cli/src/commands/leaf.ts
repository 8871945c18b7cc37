import type { Command } from 'commander'

type Told = {
  /** One line, as it stands in lists of commands and in completions. */
  summary: string
  /** Whole sentences, where one line is not enough. */
  description?: string
  /** What somebody would type, without the program's name. */
  examples: string[]
  /** Whether keys may not do it at all, so that it needs a login. */
  isForPeople?: boolean
}

export const forPeople = 'Only a signed-in person may do this: it needs your login, and no key will do.'

/** A command that does something. Each shows how it is used by a line that works when pasted. */
export function leaf(
  parent: Command,
  usage: string,
  { summary, description = asSentence(summary), examples, isForPeople = false }: Told,
): Command {
  const shown = examples.map((example) => `  $ malipo-dev ${example}`).join('\n')
  return parent
    .command(usage)
    .summary(summary)
    .description(isForPeople ? `${description} ${forPeople}` : description)
    .addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${shown}`)
}

/** A noun with commands below it. */
export function branch(parent: Command, name: string, summary: string): Command {
  return parent.command(name).summary(summary).description(asSentence(summary))
}

const asSentence = (summary: string) => `${summary[0]?.toUpperCase()}${summary.slice(1)}.`
