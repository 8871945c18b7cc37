import type { RiskSimulation } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { riskWords } from './risk-words.ts'
import { tellSentence } from './tell-sentence.ts'

/** Tries a rule on the past, and shows what it would have met. */
export function Simulation({ ruleId }: { ruleId: string }) {
  const words = useWords(riskWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<RiskSimulation>()
  const [asked, setAsked] = useState<string>()
  const ask = async () => {
    const made = await submission.submit((options) => malipo.admin.riskRules.simulate(ruleId, options))
    if (made !== undefined) setAsked(made.id)
  }
  return (
    <section className="card stack narrow" aria-labelledby="simulate">
      <h2 id="simulate">{words.simulate}</h2>
      <p className="muted">{words.simulateText}</p>
      <Form submission={submission} onSubmit={() => void ask()}>
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.simulate}
          </Button>
        </div>
      </Form>
      {asked !== undefined && <Result id={asked} />}
    </section>
  )
}

function Result({ id }: { id: string }) {
  const words = useWords(riskWords)
  const { malipo, key } = useAdmin()
  const found = useQuery({
    queryKey: [...key, 'risk-simulation', id],
    queryFn: ({ signal }) => malipo.admin.riskSimulations.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'READY' ? false : 1_000),
  })
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.data?.status !== 'READY') {
    return (
      <div role="status">
        <p>{words.preparing}</p>
        <Waiting rows={2} />
      </div>
    )
  }
  return <Ready of={found.data} />
}

function Ready({ of }: { of: RiskSimulation }) {
  const words = useWords(riskWords)
  const language = useLanguage()
  const { at } = useAdmin()
  return (
    <div className="stack" role="status">
      <p>
        <strong>{words.matches(String(of.matches ?? 0), String(of.looked_at ?? 0))}</strong>
      </p>
      {of.truncated && <p className="muted">{words.truncated}</p>}
      {of.sums.map(({ amount, currency }) => (
        <p key={currency}>
          {words.sums}: <Money amount={amount} currency={currency} />
        </p>
      ))}
      {of.outcomes.length > 0 && <h3>{words.endings}</h3>}
      <ul className="plain">
        {of.outcomes.map(({ status, count }) => (
          <li key={status}>
            {count} <Status of={isPayout(status) ? 'withdrawal' : 'payment'} status={status} />
          </li>
        ))}
      </ul>
      {of.samples.length > 0 && <h3>{words.samples}</h3>}
      <ul className="plain">
        {of.samples.map((one) => (
          <li key={one.payment_id}>
            <Link to={`${at}/${one.kind === 'collection' ? 'payments' : 'withdrawals'}/${one.payment_id}`}>
              <Money amount={one.amount} currency={one.currency} />
            </Link>
            , <When at={one.at} />: {tellSentence(one.sentence, language)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Their states are written in capitals, those of payments are not. */
function isPayout(status: string): boolean {
  return status === status.toUpperCase()
}
