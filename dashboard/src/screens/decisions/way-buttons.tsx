import { useLetterKeys } from '../../admin/use-letter-keys.ts'
import { Button } from '../../kit/button.tsx'

type Props<Way extends string> = {
  ways: readonly Way[]
  names: Record<Way, string>
  letters: Record<Way, string>
  chosen: Way | undefined
  onTurn(way: Way | undefined): void
}

/** Side by side and none of them first, each with a letter: what is pressed opens a form, and only that decides. */
export function WayButtons<Way extends string>({ ways, names, letters, chosen, onTurn }: Props<Way>) {
  useLetterKeys(Object.fromEntries(ways.map((way) => [letters[way], () => onTurn(way)])))
  return (
    <div className="row">
      {ways.map((way) => (
        <Button
          key={way}
          look={way === 'reject' ? 'danger' : 'plain'}
          aria-expanded={chosen === way}
          aria-keyshortcuts={letters[way]}
          onClick={() => onTurn(chosen === way ? undefined : way)}
        >
          {names[way]}
        </Button>
      ))}
    </div>
  )
}
