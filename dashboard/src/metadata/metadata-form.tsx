import { useState } from 'react'
import { Form } from '../forms/form.tsx'
import type { Submission } from '../forms/use-submission.ts'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/fields.tsx'
import { useWords } from '../words/words.ts'
import { metadataWords } from './metadata-words.ts'
import { type Pairs, pairsOf, problemWith, withRoom } from './pairs.ts'

type Props = {
  of: Record<string, string>
  submission: Submission<unknown>
  onSave(pairs: Pairs): void
  onLeave(): void
}

/** Pairs of a key and a value, with room for one more. */
export function MetadataForm({ of, submission, onSave, onLeave }: Props) {
  const words = useWords(metadataWords)
  const [pairs, setPairs] = useState(() => pairsOf(of))
  const [isChecked, setChecked] = useState(false)
  const isWrong = pairs.some((_, place) => problemWith(pairs, place) !== undefined)
  const put = (place: number, pair: Pairs[number]) => {
    submission.clear()
    setPairs(withRoom(pairs.with(place, pair)))
  }
  const save = () => {
    setChecked(true)
    if (!isWrong) onSave(pairs)
  }
  return (
    <Form submission={submission} onSubmit={save}>
      {pairs.map(([key, value], place) => {
        const problem = isChecked ? problemWith(pairs, place) : undefined
        const number = place + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no name but its place while its key is typed.
          <div key={place} className="row">
            <TextField
              label={words.key(number)}
              maxLength={40}
              autoComplete="off"
              value={key}
              problem={problem && words[problem]}
              onChange={({ target }) => put(place, [target.value, value])}
            />
            <TextField
              label={words.value(number)}
              maxLength={500}
              autoComplete="off"
              value={value}
              onChange={({ target }) => put(place, [key, target.value])}
            />
          </div>
        )
      })}
      <p className="muted small">{words.hint}</p>
      <div className="row">
        <Button type="submit" isBusy={submission.isSending}>
          {words.save}
        </Button>
        <Button look="quiet" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Form>
  )
}
