import { MalipoError } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { everyonesWords } from './everyones-words.ts'

/** Leads to whatever has an id. Ids say nothing of what they name, so all are asked. */
export default function FindScreen() {
  const words = useWords(everyonesWords)
  const { id = '' } = useParams({ strict: false })
  const { malipo, key, at, environment } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'find', id],
    queryFn: async ({ signal }) => {
      const { collections, withdrawals } = malipo.admin
      const [payment, withdrawal] = await Promise.all([
        isThere(collections.get(id, { signal })),
        isThere(withdrawals.get(id, { signal })),
      ])
      return payment ? 'payments' : withdrawal ? 'withdrawals' : null
    },
  })
  if (data) return <Navigate to={`${at}/${data}/${id}`} replace />
  const other = environment === 'live' ? 'sandbox' : 'live'
  return (
    <>
      <PageHead title={data === null ? words.notFound : words.looking} />
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <Waiting rows={2} />}
      {data === null && (
        <Empty icon="search" title={id}>
          <p>{words.notFoundText}</p>
          <Link to={`/admin/${other}/find/${id}`}>
            {other === 'live' ? words.lookLive : words.lookSandbox}
          </Link>
        </Empty>
      )}
    </>
  )
}

async function isThere(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading
    return true
  } catch (error) {
    if (error instanceof MalipoError && error.code === 'not_found') return false
    throw error
  }
}
