import type { Command } from 'commander'

type Told = {
  /** One line, as it stands in lists of commands and in completions. */
  summary: string
  /** Whole sentences, where one line is not enough. */
  description?: string
  /** What somebody would type, without the program's name. */
  examples: string[]
}

/** A command that does something. Each shows how it is used by a line that works when pasted. */
export function leaf(parent: Command, usage: string, { summary, description, examples }: Told): Command {
  const shown = examples.map((example) => `  $ malipo-dev ${example}`).join('\n')
  return parent
    .command(usage)
    .summary(summary)
    .description(description ?? `${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${shown}`)
}

/** A noun with commands below it. */
export function branch(parent: Command, name: string, summary: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
}
