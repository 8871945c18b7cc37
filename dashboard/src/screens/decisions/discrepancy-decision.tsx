import type { Discrepancy, SettlementAction } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { discrepancyWords } from './discrepancy-words.ts'
import { Notice } from './notice.tsx'
import { RadioChoices } from './radio-choices.tsx'
import { type Decision, useDecision } from './use-decision.ts'

type Props = { of: Discrepancy; decision: Decision<Discrepancy> }

/** How it is settled: what each way posts, and why the other is not there. */
export function DiscrepancyDecision({ of }: { of: Discrepancy }) {
  const words = useWords(discrepancyWords)
  const language = useLanguage()
  const { decision: title, notAllowed } = useWords(decisionWords)
  const { key } = useAdmin()
  const decision = useDecision<Discrepancy>([...key, 'discrepancies', of.id])
  const isOpen = of.choices.some(({ allowed }) => allowed)
  const forbidden = of.choices.filter(({ allowed, why }) => !allowed && why !== null && why !== 'settled')
  return (
    <section className={`card ${classes.decision}`} aria-labelledby="decision">
      <h2 id="decision">{title}</h2>
      {decision.done !== undefined && <Notice tone="done">{decision.done}</Notice>}
      {of.status === 'settled' && <Settled of={of} isLate={decision.isLate} />}
      {of.proposal && of.status === 'open' && (
        <Notice>
          <strong>
            {words.proposal}: {words.actions[of.proposal.action]}
          </strong>
          <p>{tellReason(of.proposal.because, language)}</p>
        </Notice>
      )}
      {isOpen && <SettleForm of={of} decision={decision} />}
      {of.status === 'open' &&
        forbidden.map(({ action, why }) => (
          <p key={action} className="muted">
            {isOpen ? words.actions[action] : notAllowed}: {why !== null && words.whyNot[why]}
          </p>
        ))}
    </section>
  )
}

function Settled({ of, isLate }: { of: Discrepancy; isLate: boolean }) {
  const words = useWords(discrepancyWords)
  const { by } = useWords(decisionWords)
  return (
    <Notice tone={isLate ? 'look' : 'plain'}>
      <strong>{words.settledAs(of.action === null ? '–' : words.actions[of.action])}</strong>
      {of.settled_by_name !== null && <p>{by(of.settled_by_name)}</p>}
      <When at={of.settled_at} />
      {of.note !== null && <p>{of.note}</p>}
    </Notice>
  )
}

function SettleForm({ of, decision }: Props) {
  const words = useWords(discrepancyWords)
  const { discrepancies } = useAdmin().malipo.admin
  const settle = (fields: FormData) => {
    const chosen = fields.get('action')
    const action: SettlementAction =
      of.choices.find((choice) => choice.action === chosen)?.action ?? 'keep_ours'
    const note = String(fields.get('note') ?? '').trim()
    void decision.decide(
      (options) =>
        discrepancies.settle(of.id, { action, note, evidence_version: of.evidence_version }, options),
      () => words.settled,
    )
  }
  return (
    <div className={classes.chosen}>
      <Form submission={decision.submission} onSubmit={settle}>
        <RadioChoices
          name="action"
          label={words.choice}
          choices={of.choices
            .filter(({ allowed }) => allowed)
            .map(({ action, effect }) => ({
              value: action,
              label: words.actions[action],
              text: words.effects[effect ?? 'nothing'],
            }))}
        />
        <AreaField name="note" label={words.note} hint={words.noteHint} required maxLength={1000} />
        <div>
          <Button type="submit" look="plain" isBusy={decision.submission.isSending}>
            {words.settle}
          </Button>
        </div>
      </Form>
    </div>
  )
}
