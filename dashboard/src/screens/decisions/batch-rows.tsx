import type { BatchDossier, QueuedWithdrawal, WithdrawalStatus } from '@malipo/sdk'
import { useSearch } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { ChoiceField } from '../../kit/fields.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { nameCheckWords } from '../../parts/name-check-words.ts'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { tellName } from '../../parts/tell-name.ts'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { accountOf } from './account-of.ts'
import { batchWords } from './batch-words.ts'
import classes from './decisions.module.css'
import { FactCard } from './fact-card.tsx'
import { isUnclear } from './unclear.ts'

type Props = {
  of: BatchDossier
  except: readonly number[]
  /** Told which rows are to be left out; undefined where nobody approves here. */
  onExcept: ((rows: readonly number[]) => void) | undefined
}

/** Whom it pays, row by row in their order, each with what is known of its name. */
export function BatchRows({ of, except, onExcept }: Props) {
  const words = useWords(batchWords)
  const { malipo, key, at } = useAdmin()
  const { status } = useSearch({ strict: false }) as { status?: WithdrawalStatus }
  const [, choose] = useFilters()
  const wanted = status === undefined ? {} : { status }
  const rows = useOldest<QueuedWithdrawal>(
    [...key, 'withdrawals', 'of-batch', of.id, status],
    (paging, signal) => malipo.admin.withdrawals.list({ batch_id: of.id, ...wanted, ...paging }, { signal }),
  )
  const columns = useColumns(of.currency)
  const choices = useStatusChoices('withdrawal').filter(({ value }) => value in of.by_status)
  const leaving: Column<QueuedWithdrawal> = {
    name: 'except',
    label: words.leaveOut,
    cell: ({ row }) =>
      row !== null && (
        <input
          type="checkbox"
          className={classes.leave}
          aria-label={words.leaveOutRow(row)}
          checked={except.includes(row)}
          onChange={({ target }) => onExcept?.(withRow(except, row, target.checked))}
        />
      ),
  }
  return (
    <FactCard title={words.rows}>
      {Object.keys(of.by_status).length > 1 && (
        <div className={classes.chosen}>
          <ChoiceField
            label={words.status}
            choices={[{ value: '', label: words.all }, ...choices]}
            value={status ?? ''}
            onChange={({ target }) => choose({ status: target.value })}
          />
        </div>
      )}
      <RowList
        label={words.rows}
        columns={onExcept ? [...columns, leaving] : columns}
        of={rows}
        linkOf={({ id }) => `${at}/withdrawals/${id}`}
        empty={<Empty icon="queue" title={words.noRows} />}
      />
    </FactCard>
  )
}

function withRow(except: readonly number[], row: number, isLeft: boolean): number[] {
  const others = except.filter((one) => one !== row)
  return isLeft ? [...others, row].sort((one, other) => one - other) : others
}

function useColumns(currency: string): Column<QueuedWithdrawal>[] {
  const words = useWords(batchWords)
  const names = useWords(nameCheckWords)
  return [
    { name: 'row', label: words.row, cell: ({ row }) => row },
    {
      name: 'recipient',
      label: words.recipient,
      cell: ({ destination_name: name, bank_account_name: account }) => (
        <span className="breaks">{account ?? name}</span>
      ),
    },
    { name: 'account', label: words.account, cell: accountOf },
    {
      name: 'amount',
      label: words.rowAmount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'charges',
      label: words.rowCharges,
      isNumber: true,
      cell: ({ total_charges: charges }) => <Money amount={charges} currency={currency} />,
    },
    {
      name: 'name',
      label: words.nameCheck,
      cell: ({ name_check: check }) =>
        check ? tellName(check, names) : <span className="muted">{words.noCheck}</span>,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="withdrawal" status={status} isUnknown={isUnclear(status)} />,
    },
  ]
}
