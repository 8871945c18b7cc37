import type { ReconciliationFinding } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import type { Column } from '../../lists/rows-shown.ts'
import { Badge } from '../../parts/badge.tsx'
import { useWords } from '../../words/words.ts'
import { saidWords } from '../decisions/said-words.ts'
import { tellSaid } from '../decisions/tell-said.ts'
import { reconciliationWords } from './reconciliation-words.ts'

export function useFindingColumns(): Column<ReconciliationFinding>[] {
  const words = useWords(reconciliationWords)
  const told = useWords(saidWords)
  return [
    {
      name: 'reference',
      label: words.reference,
      onCard: 'title',
      cell: ({ reference }) => <span className="mono">{reference}</span>,
    },
    {
      name: 'kind',
      label: words.kind,
      onCard: 'aside',
      cell: ({ kind }) => (
        <Badge tone={kind === 'still_open' ? 'waiting' : kind === 'settled' ? 'paid' : 'checked'}>
          {words.kinds[kind]}
        </Badge>
      ),
    },
    { name: 'about', label: words.about, cell: ({ about }) => words.abouts[about] },
    { name: 'ours', label: words.ours, cell: ({ ours }) => tellSaid(ours, told) },
    {
      name: 'theirs',
      label: words.theirs,
      cell: ({ theirs, said }) => (
        <>
          {tellSaid(theirs, told)}
          {said !== null && <p className="small muted">{words.said(said)}</p>}
        </>
      ),
    },
    { name: 'proposal', label: words.proposal, cell: (finding) => <Proposal of={finding} /> },
  ]
}

/** What it says to do, and where that is decided. */
function Proposal({
  of: { id: _, kind, discrepancy_id, collection_id, withdrawal_id },
}: {
  of: ReconciliationFinding
}) {
  const words = useWords(reconciliationWords)
  const { at } = useAdmin()
  const place = collection_id !== null ? `payment/${collection_id}` : `withdrawal/${withdrawal_id}`
  const isKnown = collection_id !== null || withdrawal_id !== null
  return (
    <>
      {words.proposals[kind]}{' '}
      {discrepancy_id !== null && (
        <Link to={isKnown ? `${at}/discrepancies/${place}/${discrepancy_id}` : `${at}/discrepancies`}>
          {words.openDiscrepancy}
        </Link>
      )}
    </>
  )
}
