import type { Command, Option } from 'commander'

export type Flag = { names: string[]; purpose: string; takesValue: boolean; choices: readonly string[] }

/** One place where somebody can press Tab. */
export type Stop = {
  /** The words up to here, without the program's own name; empty at the root. */
  path: string
  /** What may stand next: commands, or the values of an argument that has few. */
  words: { word: string; purpose: string }[]
  flags: Flag[]
}

/** The tree of commands as a list. Shells are told from nothing else, so that they know what the program knows. */
export function describeTree(program: Command): Stop[] {
  const common = program.options.map(flagOf)
  const walk = (command: Command, path: string[]): Stop[] => {
    const children = command.commands.filter((child) => child.name() !== 'help')
    const own = path.length === 0 ? [] : command.options.map(flagOf)
    const choices = command.registeredArguments[0]?.argChoices ?? []
    const here: Stop = {
      path: path.join(' '),
      words: [
        ...children.map((child) => ({ word: child.name(), purpose: child.summary() })),
        ...choices.map((word) => ({ word, purpose: '' })),
      ],
      flags: [...own, ...common, help],
    }
    return [here, ...children.flatMap((child) => walk(child, [...path, child.name()]))]
  }
  return walk(program, [])
}

const help: Flag = { names: ['--help'], purpose: 'say how it is used', takesValue: false, choices: [] }

function flagOf(option: Option): Flag {
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    purpose: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  }
}
