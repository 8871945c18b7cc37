import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmission } from '../forms/use-submission.ts'
import { useMerchant } from '../frame/use-merchant.ts'
import { Button } from '../kit/button.tsx'
import { Fact } from '../parts/fact.tsx'
import { type Power, useMay } from '../people/may.ts'
import { useWords } from '../words/words.ts'
import { MetadataForm } from './metadata-form.tsx'
import { metadataWords } from './metadata-words.ts'
import { changeOf, type Pairs } from './pairs.ts'

type Props = {
  of: Record<string, string>
  /** What one must be allowed to do to change it. */
  power: Power
  save(change: Record<string, string | null>): Promise<unknown>
}

/** A merchant's own words beside a payment and whatever else can have them; they are changed where they stand. */
export function MetadataCard({ of, power, save }: Props) {
  const words = useWords(metadataWords)
  const may = useMay()
  const { key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<unknown>()
  const [isEdited, setEdited] = useState(false)
  const pairs = Object.entries(of)
  if (pairs.length === 0 && !may(power)) return null
  const send = async (wanted: Pairs) => {
    const change = changeOf(of, wanted)
    const isSaved =
      Object.keys(change).length === 0 || (await submission.submit(() => save(change))) !== undefined
    if (!isSaved) return
    setEdited(false)
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  return (
    <section className="card stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      {isEdited ? (
        <MetadataForm
          of={of}
          submission={submission}
          onSave={(wanted) => void send(wanted)}
          onLeave={() => setEdited(false)}
        />
      ) : (
        <>
          {pairs.length === 0 ? (
            <p className="muted">{words.none}</p>
          ) : (
            <dl className="facts">
              {pairs.map(([name, value]) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </dl>
          )}
          {may(power) && (
            <div>
              <Button look="plain" size="small" onClick={() => setEdited(true)}>
                {words.edit}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}
