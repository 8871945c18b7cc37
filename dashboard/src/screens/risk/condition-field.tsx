import type { RiskCondition } from '@malipo/sdk'
import { useState } from 'react'
import { Segments } from '../../kit/choices.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { conditionOf, type Draft, draftOf, type Kind } from './condition-draft.ts'
import { conditionWords } from './condition-words.ts'
import { riskWords } from './risk-words.ts'

/** How somebody writes a condition: chosen step by step, or as the text that programs send. */
export type Writing = { draft: Draft | null; text: string }

export function useWriting(condition: RiskCondition): [Writing, (writing: Writing) => void] {
  return useState<Writing>(() => ({ draft: draftOf(condition), text: textOf(condition) }))
}

/** The condition that was written; null where it is no JSON. */
export function written({ draft, text }: Writing, kind: Kind): RiskCondition | null {
  if (draft) return conditionOf(draft, kind)
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as RiskCondition) : null
  } catch {
    return null
  }
}

const textOf = (condition: RiskCondition) => JSON.stringify(condition, null, 2)

type Props = {
  writing: Writing
  kind: Kind
  problem: string | undefined
  onChange(writing: Writing): void
}

/** What a rule is met by. Who turns from one way of writing to the other goes on where they were. */
export function ConditionField({ writing, kind, problem, onChange }: Props) {
  const words = useWords(conditionWords)
  const { when, whenHint } = useWords(riskWords)
  const [isTooMuch, setTooMuch] = useState(false)
  const { draft, text } = writing
  const turn = (way: string) => {
    const condition = written(writing, kind)
    const next = way === 'built' && condition ? draftOf(condition) : null
    setTooMuch(way === 'built' && next === null)
    onChange({ draft: next, text: condition ? textOf(condition) : text })
  }
  return (
    <>
      <Segments
        label={words.as}
        choices={Object.entries(words.ways).map(([value, label]) => ({ value, label }))}
        value={draft ? 'built' : 'json'}
        onChange={turn}
      />
      {draft ? (
        <ConditionBuilder
          draft={draft}
          kind={kind}
          onChange={(next) => onChange({ ...writing, draft: next })}
        />
      ) : (
        <AreaField
          name="when"
          label={when}
          hint={isTooMuch ? words.tooMuch : whenHint}
          problem={problem}
          rows={8}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onChange({ draft: null, text: target.value })}
        />
      )}
    </>
  )
}
