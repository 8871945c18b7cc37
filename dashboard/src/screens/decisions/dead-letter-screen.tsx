import type { DeadLetter } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { FactCard, Facts } from './fact-card.tsx'
import { letterWords } from './letter-words.ts'
import { Notice } from './notice.tsx'
import { RadioChoices } from './radio-choices.tsx'
import { ToQueue } from './to-queue.tsx'
import { type Decision, useDecision } from './use-decision.ts'

export default function DeadLetterScreen() {
  const words = useWords(letterWords)
  const language = useLanguage()
  const { letterId = '' } = useParams({ strict: false })
  const { malipo, key } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'dead-letters', letterId],
    queryFn: ({ signal }) => malipo.admin.deadLetters.get(letterId, { signal }),
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  if (!data) return <Waiting rows={3} height={120} />
  return (
    <>
      <PageHead above={<ToQueue path="blocked" />} title={words.title(data.provider)}>
        <Status of="discrepancy" status={data.status} />
      </PageHead>
      <FactCard title={words.letter}>
        <Facts
          of={[
            [words.fault, tellReason(data.fault, language)],
            [words.received, <When key="received" at={data.received_at} />],
            [words.attempts, data.attempts],
          ]}
        />
        <h3>{words.body}</h3>
        <pre className={classes.raw}>{data.body}</pre>
      </FactCard>
      <LetterDecision key={data.id} of={data} />
    </>
  )
}

function LetterDecision({ of }: { of: DeadLetter }) {
  const words = useWords(letterWords)
  const { decision: title, by } = useWords(decisionWords)
  const { key } = useAdmin()
  const decision = useDecision<DeadLetter>([...key, 'dead-letters', of.id])
  return (
    <section className={`card ${classes.decision}`} aria-labelledby="decision">
      <h2 id="decision">{title}</h2>
      {decision.done !== undefined && <Notice tone="done">{decision.done}</Notice>}
      {of.status === 'settled' && (
        <Notice tone={decision.isLate ? 'look' : 'plain'}>
          <strong>{words.settledAs(of.action === null ? '–' : words.actions[of.action])}</strong>
          {of.settled_by_name !== null && <p>{by(of.settled_by_name)}</p>}
          <When at={of.settled_at} />
          {of.note !== null && <p>{of.note}</p>}
        </Notice>
      )}
      {of.status === 'open' && <SettleForm of={of} decision={decision} />}
    </section>
  )
}

function SettleForm({ of, decision }: { of: DeadLetter; decision: Decision<DeadLetter> }) {
  const words = useWords(letterWords)
  const { note: label, keepNote } = useWords(decisionWords)
  const { deadLetters } = useAdmin().malipo.admin
  const actions = ['retry', 'dismiss'] as const
  const settle = (fields: FormData) => {
    const action = actions.find((one) => one === fields.get('action')) ?? 'dismiss'
    const note = String(fields.get('note') ?? '').trim()
    void decision.decide(
      (options) => deadLetters.settle(of.id, { action, note }, options),
      () => words.settled,
    )
  }
  return (
    <div className={classes.chosen}>
      <Form submission={decision.submission} onSubmit={settle}>
        <RadioChoices
          name="action"
          label={words.choice}
          choices={actions.map((value) => ({
            value,
            label: words.actions[value],
            text: words.effects[value],
          }))}
        />
        <AreaField name="note" label={label} hint={keepNote} required maxLength={1000} />
        <div>
          <Button type="submit" look="plain" isBusy={decision.submission.isSending}>
            {words.settle}
          </Button>
        </div>
      </Form>
    </div>
  )
}
