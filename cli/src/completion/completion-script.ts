import type { Stop } from './describe-tree.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

const program = 'malipo-dev'

export function completionScript(shell: Shell, stops: Stop[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](stops)
}

/** Which words lead deeper; everything else on the line is a value, and leaves us where we are. */
function paths(stops: Stop[]): string[] {
  return stops.map(({ path }) => path).filter((path) => path !== '')
}

function wordsAt({ words, flags }: Stop): string {
  return [...words.map(({ word }) => word), ...flags.flatMap(({ names }) => names.slice(-1))].join(' ')
}

/** After a flag that takes a value only its values make sense, or a file where they are free. */
function valuesAt({ path, flags }: Stop): { after: string; choices: string }[] {
  return flags
    .filter(({ takesValue }) => takesValue)
    .flatMap(({ names, choices }) =>
      names.map((name) => ({ after: `${path}|${name}`, choices: choices.join(' ') })),
    )
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function bashScript(stops: Stop[]): string {
  return `# ${program} completion for bash. Put this in ~/.bashrc:  source <(${program} completion bash)
_malipo_dev() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' next i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${paths(stops).map(quoted).join('|')}) path="$next" ;;
    esac
  done
  case "$path|$previous" in
${stops
  .flatMap(valuesAt)
  .map(
    ({ after, choices }) =>
      `    ${quoted(after)}) COMPREPLY=($(compgen -W ${quoted(choices)} -- "$word")); return ;;`,
  )
  .join('\n')}
  esac
  case "$path" in
${stops.map((stop) => `    ${quoted(stop.path)}) COMPREPLY=($(compgen -W ${quoted(wordsAt(stop))} -- "$word")) ;;`).join('\n')}
  esac
}
complete -o default -F _malipo_dev ${program}
`
}

function zshScript(stops: Stop[]): string {
  return `#compdef ${program}
# ${program} completion for zsh. Put this in ~/.zshrc, after compinit:  source <(${program} completion zsh)
_malipo_dev() {
  local here='' next i previous="\${words[CURRENT-1]}"
  for ((i = 2; i < CURRENT; i++)); do
    next="\${here:+$here }\${words[i]}"
    case "$next" in
      ${paths(stops)
        .map((path) => `(${quoted(path)})`)
        .join('|')
        .replaceAll(')|(', '|')}) here="$next" ;;
    esac
  done
  case "$here|$previous" in
${stops
  .flatMap(valuesAt)
  .map(({ after, choices }) =>
    choices === ''
      ? `    (${quoted(after)}) _files; return ;;`
      : `    (${quoted(after)}) compadd -- ${choices}; return ;;`,
  )
  .join('\n')}
  esac
  case "$here" in
${stops.map((stop) => `    (${quoted(stop.path)}) compadd -- ${wordsAt(stop)} ;;`).join('\n')}
  esac
}
compdef _malipo_dev ${program}
`
}

function fishScript(stops: Stop[]): string {
  const at = (path: string) => `-n ${quoted(`__malipo_dev_at "${path}"`)}`
  const lines = stops.flatMap(({ path, words, flags }) => [
    ...words.map(
      ({ word, purpose }) => `complete -c ${program} -f ${at(path)} -a ${quoted(word)} -d ${quoted(purpose)}`,
    ),
    ...flags.flatMap(({ names, purpose, takesValue, choices }) =>
      names.slice(-1).map((name) => {
        const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : ''
        return `complete -c ${program} ${at(path)} -l ${name.replace(/^--/, '')}${value} -d ${quoted(purpose)}`
      }),
    ),
  ])
  return `# ${program} completion for fish. Put this in config.fish:  ${program} completion fish | source
function __malipo_dev_at
    set -l here ''
    for word in (commandline -opc)[2..]
        set -l next (string trim "$here $word")
        contains -- "$next" ${paths(stops).map(quoted).join(' ')}; and set here "$next"
    end
    test "$here" = "$argv[1]"
end
${lines.join('\n')}
`
}
