import type { BatchQuote, MalipoError } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { asMalipoError } from '../../calls/query-client.ts'
import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { formatMoney } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Refused } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { newBatchWords } from './new-batch-words.ts'
import { QuotedSums } from './quoted-sums.tsx'
import { problemsIn, RowProblems } from './row-problems.tsx'
import { RowWarnings } from './row-warnings.tsx'
import { askedOf, type RowsDraft } from './rows-draft.ts'

/** Judging five thousand rows on a slow line takes longer than other answers. */
const mostMs = 110_000

type Props = {
  draft: RowsDraft
  submission: Submission<unknown>
  onSend(isAgain: boolean): void
  onChange(): void
}

/** What the rows come to, what is wrong with them, what is worth a second look; and where nothing is wrong, the button that sends them. */
export function RowsReview({ draft, submission, onSend, onChange }: Props) {
  const words = useWords(newBatchWords)
  const { merchantId, environment, malipo } = useMerchant()
  const quote = useQuery({
    // Under a name of its own: what happens elsewhere must not send megabytes once more.
    queryKey: ['batch-quote', merchantId, environment, draft],
    queryFn: ({ signal }) => malipo.batches.quote(askedOf(draft), { signal, timeoutMs: mostMs }),
    staleTime: 60_000,
    gcTime: 0,
  })
  const change = (
    <div>
      <Button look="plain" icon="previous" onClick={onChange}>
        {words.change}
      </Button>
    </div>
  )
  if (quote.error)
    return (
      <div className="stack narrow">
        <Unquoted error={asMalipoError(quote.error)} />
        {change}
      </div>
    )
  if (!quote.data)
    return (
      <>
        <p role="status">{words.checking}</p>
        <Waiting rows={5} />
      </>
    )
  const { problems } = quote.data
  return (
    <div className="stack narrow">
      {problems.length > 0 && <RowProblems of={problems} text={words.problemsText} />}
      <QuotedSums of={quote.data} />
      {problems.length === 0 && <Sending {...{ submission, onSend }} of={quote.data} />}
      {change}
    </div>
  )
}

/** Where not even a quote could be made. */
function Unquoted({ error }: { error: MalipoError }) {
  const words = useWords(newBatchWords)
  const problems = problemsIn(error)
  if (problems.length > 0) return <RowProblems of={problems} text={words.problemsText} />
  return (
    <Notice tone="failed">
      <Refused error={error} saying={{ invalid_json: words.unreadable }} />
    </Notice>
  )
}

type SendingProps = { of: BatchQuote; submission: Submission<unknown>; onSend(isAgain: boolean): void }

function Sending({ of, submission, onSend }: SendingProps) {
  const words = useWords(newBatchWords)
  const { merchantId, environment } = useMerchant()
  const [isLooked, setLooked] = useState(false)
  const [isAgain, setAgain] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { warnings, duplicate_of: before } = of
  const isHeld = (warnings.length > 0 && !isLooked) || (before !== null && !isAgain)
  const refused = submission.error && problemsIn(submission.error)
  const amount = formatMoney(of.amount_total, of.currency)
  const isTest = environment === 'sandbox'
  return (
    <section className="card stack" aria-label={words.checkTitle}>
      {warnings.length > 0 && (
        <>
          <h2>{words.warnings(warnings.length)}</h2>
          <p className="muted">
            {words.warningsText} {words.rowHint}
          </p>
          <div className="stack tight">
            <RowWarnings of={warnings} />
          </div>
          <CheckField
            label={words.looked}
            checked={isLooked}
            onChange={({ target }) => setLooked(target.checked)}
          />
        </>
      )}
      {before !== null && (
        <>
          <Notice tone="checked">
            <strong>{words.duplicate}</strong>
            <Link to={`/m/${merchantId}/${environment}/batches/${before}`}>{words.openDuplicate}</Link>
          </Notice>
          <CheckField
            label={words.again}
            checked={isAgain}
            onChange={({ target }) => setAgain(target.checked)}
          />
        </>
      )}
      {refused && refused.length > 0 && <RowProblems of={refused} text={words.refusedRows} />}
      <Form
        submission={submission}
        onSubmit={() => {
          setAsked(isHeld)
          if (!isHeld) onSend(isAgain)
        }}
      >
        <p className="muted">{isTest ? words.afterwardsTest : words.afterwards}</p>
        <p role="status">{isAsked && isHeld && words.lookFirst}</p>
        <Button type="submit" size="large" isWide isBusy={submission.isSending}>
          {isTest ? words.sendTest(amount, of.row_count) : words.send(amount, of.row_count)}
        </Button>
      </Form>
    </section>
  )
}
