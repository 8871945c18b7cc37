import { type BatchDossier, fromMinor, toMinor } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Icon } from '../../kit/icon.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { formatMoney } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { RowWarnings } from '../batches/row-warnings.tsx'
import { RowsProgress } from '../batches/rows-progress.tsx'
import { batchWords } from './batch-words.ts'
import classes from './decisions.module.css'
import { FactCard, Facts } from './fact-card.tsx'
import { Notice } from './notice.tsx'
import { PassedAlone } from './passed-alone.tsx'
import { tellNumbers } from './row-numbers.ts'
import { withdrawalWords } from './withdrawal-words.ts'

type Props = { of: BatchDossier }

const isUndecided = ({ status }: BatchDossier) =>
  status === 'PENDING_ADMIN_APPROVAL' || status === 'INFO_REQUESTED'

/** What it pays, what that costs, and whether the business can pay it. */
export function BatchSums({ of }: Props) {
  const words = useWords(batchWords)
  const { currency } = of
  const leaving = toMinor(of.reserved_at_approval)
  const left = toMinor(of.available) - leaving
  const later = toMinor(of.total_reserved_amount) - leaving
  type Line = [name: string, amount: string]
  const byThemselves: Line[] = later > 0n ? [[words.leavesLater, fromMinor(later)]] : []
  const lines: Line[] = [
    [words.amount, of.amount_total],
    [words.charges, of.charges_total],
    [words.leaves, of.reserved_at_approval],
    ...byThemselves,
    isUndecided(of) ? [words.available, of.available] : [words.paid, of.amount_paid],
  ]
  return (
    <FactCard title={words.sums}>
      <table className={classes.sums}>
        <tbody>
          <tr>
            <th scope="row">{words.rowCount}</th>
            <td className="number">{of.row_count}</td>
          </tr>
          {lines.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
          {isUndecided(of) && (
            <tr data-sum data-short={!of.is_covered || undefined}>
              <th scope="row">{words.left}</th>
              <td className="number">
                {of.is_covered ? (
                  <Money amount={fromMinor(left)} currency={currency} />
                ) : (
                  words.shortBy(formatMoney(fromMinor(-left), currency))
                )}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {isUndecided(of) ? (
        !of.is_covered && <Notice tone="look">{words.notCovered}</Notice>
      ) : (
        <RowsProgress rows={of.by_status} all={of.row_count} />
      )}
    </FactCard>
  )
}

/** What is worth a second look; that nothing is, is told too. */
export function BatchWarnings({ of }: Props) {
  const words = useWords(batchWords)
  const hasAny = of.warnings.length > 0
  return (
    <FactCard title={words.lookAt}>
      {hasAny && <RowWarnings of={of.warnings} />}
      {!hasAny && (
        <ul className={classes.checks}>
          <li data-result={isUndecided(of) ? 'fine' : 'unchecked'}>
            <Icon name={isUndecided(of) ? 'check' : 'question'} />
            <span>{isUndecided(of) ? words.nothingFound : words.decidedAlready}</span>
          </li>
        </ul>
      )}
      {of.approve_rows && <Notice>{words.rowByRow}</Notice>}
    </FactCard>
  )
}

/** By what the rows are known again. */
export function BatchIdentity({ of }: Props) {
  const words = useWords(batchWords)
  const { at } = useAdmin()
  return (
    <FactCard title={words.identity}>
      <Facts
        of={[
          [words.name, of.name],
          [words.hash, <Copyable key="hash" text={of.content_hash} label={words.hash} />],
          [words.id, <Copyable key="id" text={of.id} label={words.id} />],
          of.retry_of !== null && [
            words.retryOf,
            <Link key="retry" to={`${at}/batches/${of.retry_of}`}>
              {words.before}
            </Link>,
          ],
        ]}
      />
      <p className="small muted">{words.hashText}</p>
    </FactCard>
  )
}

/** How many there are, of how many, whose, and what each leaves out. */
export function BatchApprovals({ of }: Props) {
  const words = useWords(batchWords)
  const { approvalsOf } = useWords(withdrawalWords)
  return (
    <span className="stack tight">
      {approvalsOf(of.approvals, of.approvals_needed)}
      <PassedAlone of={of} />
      {of.approved_by.map(({ by, at, except, note }) => (
        <span key={by} className="small muted">
          {by}, <When at={at} />
          {except.length > 0 && `, ${words.exceptions(tellNumbers(except))}`}
          {note !== null && <span className={classes.reason}>{note}</span>}
        </span>
      ))}
    </span>
  )
}
