import type { Discrepancy } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import { Empty } from '../../parts/empty.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useWords } from '../../words/words.ts'
import { discrepancyWords } from '../decisions/discrepancy-words.ts'
import { placeOfDiscrepancy } from '../decisions/place-of-discrepancy.ts'
import { saidWords } from '../decisions/said-words.ts'
import { tellSaid } from '../decisions/tell-said.ts'
import { QueueHead } from './queue-head.tsx'
import { queueWords } from './queue-words.ts'

export default function DiscrepanciesQueueScreen() {
  const words = useWords(queueWords)
  const { kinds } = useWords(discrepancyWords)
  const said = useWords(saidWords)
  const { malipo, key, at } = useAdmin()
  const rows = useOldest<Discrepancy>([...key, 'discrepancies', 'queue'], (paging, signal) =>
    malipo.admin.discrepancies.list({ status: 'open', ...paging }, { signal }),
  )
  const columns: Column<Discrepancy>[] = [
    { name: 'kind', label: words.kind, onCard: 'title', cell: ({ kind }) => kinds[kind] },
    {
      name: 'waiting',
      label: words.waiting,
      onCard: 'aside',
      cell: ({ created_at }) => <WaitingSince at={created_at} />,
    },
    { name: 'ours', label: words.ours, cell: ({ ours }) => tellSaid(ours, said) },
    { name: 'theirs', label: words.theirs, cell: ({ theirs }) => tellSaid(theirs, said) },
  ]
  return (
    <>
      <QueueHead open="discrepancies" />
      <RowList
        label={words.kind}
        columns={columns}
        of={rows}
        linkOf={(one) => `${at}/${placeOfDiscrepancy(one)}`}
        empty={
          <Empty icon="check" title={words.noDiscrepancies}>
            <p>{words.nothingToDo}</p>
          </Empty>
        }
      />
    </>
  )
}
