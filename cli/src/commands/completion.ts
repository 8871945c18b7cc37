import { Argument, type Command } from 'commander'
import { completionScript, type Shell, shells } from '../completion/completion-script.ts'
import { describeTree } from '../completion/describe-tree.ts'
import type { Surroundings } from '../surroundings.ts'
import { leaf } from './leaf.ts'

export function addCompletion(program: Command, { stdout }: Surroundings): void {
  leaf(program, 'completion', {
    summary: 'print what makes your shell complete these commands',
    examples: ['completion bash > ~/.local/share/bash-completion/completions/malipo-dev'],
  })
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action((shell: Shell) => {
      stdout.write(completionScript(shell, describeTree(program)))
    })
}
