import type { DeadLetter, Quarantined } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import { Empty } from '../../parts/empty.tsx'
import { Status } from '../../parts/status.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { saidWords } from '../decisions/said-words.ts'
import { tellSaid } from '../decisions/tell-said.ts'
import { QueueHead } from './queue-head.tsx'
import { queueWords } from './queue-words.ts'

export default function BlockedQueueScreen() {
  return (
    <>
      <QueueHead open="blocked" />
      <StuckPayments />
      <DeadLetters />
    </>
  )
}

function StuckPayments() {
  const words = useWords(queueWords)
  const language = useLanguage()
  const told = useWords(saidWords)
  const { malipo, key, at } = useAdmin()
  const rows = useOldest<Quarantined>([...key, 'quarantine'], (paging, signal) =>
    malipo.admin.quarantine.list(paging, { signal }),
  )
  const columns: Column<Quarantined>[] = [
    {
      name: 'about',
      label: words.kind,
      onCard: 'title',
      cell: ({ about }) => (about === 'collection' ? words.payment : words.withdrawal),
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ about, status }) => (
        <Status of={about === 'collection' ? 'payment' : 'withdrawal'} status={status} />
      ),
    },
    { name: 'since', label: words.waiting, cell: ({ first_at }) => <WaitingSince at={first_at} /> },
    { name: 'said', label: words.said, cell: ({ said }) => tellSaid(said, told) },
    { name: 'because', label: words.because, cell: ({ because }) => tellReason(because, language) },
    { name: 'times', label: words.times, isNumber: true, cell: ({ times }) => times },
  ]
  return (
    <section className="stack tight">
      <h2>{words.stuck}</h2>
      <p className="muted">{words.stuckText}</p>
      <RowList
        label={words.stuck}
        columns={columns}
        of={rows}
        linkOf={({ about, id }) => `${at}/${about === 'collection' ? 'payments' : 'withdrawals'}/${id}`}
        empty={<Empty icon="check" title={words.noStuck} />}
      />
    </section>
  )
}

function DeadLetters() {
  const words = useWords(queueWords)
  const language = useLanguage()
  const { malipo, key, at } = useAdmin()
  const rows = useOldest<DeadLetter>([...key, 'dead-letters', 'queue'], (paging, signal) =>
    malipo.admin.deadLetters.list({ status: 'open', ...paging }, { signal }),
  )
  const columns: Column<DeadLetter>[] = [
    { name: 'provider', label: words.provider, onCard: 'title', cell: ({ provider }) => provider },
    {
      name: 'waiting',
      label: words.waiting,
      onCard: 'aside',
      cell: ({ received_at }) => <WaitingSince at={received_at} />,
    },
    { name: 'fault', label: words.because, cell: ({ fault }) => tellReason(fault, language) },
    { name: 'attempts', label: words.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  ]
  return (
    <section className="stack tight">
      <h2>{words.letters}</h2>
      <p className="muted">{words.lettersText}</p>
      <RowList
        label={words.letters}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${at}/dead-letters/${id}`}
        empty={<Empty icon="check" title={words.noLetters} />}
      />
    </section>
  )
}
