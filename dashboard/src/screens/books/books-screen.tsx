import type { BookCheck, Books } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../admin/use-admin.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { FewRows } from '../../lists/few-rows.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { FormTrouble, Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { booksWords } from './books-words.ts'
import { checkNamesInSwahili } from './check-names.ts'

/** What nobody knows is not red: it is unknown. */
const toneOf: Record<BookCheck['state'], Tone> = { holds: 'paid', red: 'failed', unknown: 'unknown' }

const order: readonly BookCheck['state'][] = ['red', 'unknown', 'holds']

/** Whoever opens this wants to see what is wrong, not how much is right. */
function worstFirst(checks: BookCheck[]): BookCheck[] {
  return checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

export default function BooksScreen() {
  const words = useWords(booksWords)
  const { malipo, key } = useAdmin()
  const queries = useQueryClient()
  const submission = useSubmission<Books>()
  const columns = useColumns()
  const queryKey = [...key, 'books']
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => malipo.admin.books.get({ signal }),
    // While a check is asked for or under way its end is near.
    refetchInterval: ({ state: { data } }) => (data?.asked_at || data?.running_since ? 2000 : 60_000),
  })
  const check = async () => {
    const books = await submission.submit(() => malipo.admin.books.check())
    if (books !== undefined) queries.setQueryData(queryKey, books)
  }
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={8} />
  const { data: books } = found
  const isUnderWay = books.asked_at !== null || books.running_since !== null
  return (
    <>
      <PageHead title={words.title}>
        <Button
          look="plain"
          icon="refresh"
          isBusy={submission.isSending || isUnderWay}
          onClick={() => void check()}
        >
          {isUnderWay ? words.checking : words.check}
        </Button>
      </PageHead>
      <FormTrouble error={submission.error} />
      <Notice tone={toneOf[books.state]}>
        <strong>{words.whole[books.state]}</strong>
        <p>
          {words.checkedAt} <When at={books.checked_at} /> · {words.nextAt} <When at={books.next_at} />
        </p>
      </Notice>
      <FewRows
        label={words.title}
        columns={columns}
        rows={worstFirst(books.checks).map((one) => ({ ...one, id: one.name }))}
      />
    </>
  )
}

/** The checks are named within sentences elsewhere; here each stands for itself. */
function asSentence(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function useColumns(): Column<BookCheck & { id: string }>[] {
  const words = useWords(booksWords)
  const language = useLanguage()
  return [
    {
      name: 'name',
      label: words.invariant,
      onCard: 'title',
      cell: ({ name, details }) => (
        <>
          {asSentence(language === 'sw' ? (checkNamesInSwahili[name] ?? name) : name)}
          {details !== null && <p className="small muted">{details}</p>}
        </>
      ),
    },
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: ({ state }) => <Badge tone={toneOf[state]}>{words.states[state]}</Badge>,
    },
    { name: 'checked', label: words.checked, cell: ({ checked_at }) => <When at={checked_at} /> },
    { name: 'since', label: words.redSince, cell: ({ red_since }) => <When at={red_since} /> },
  ]
}
