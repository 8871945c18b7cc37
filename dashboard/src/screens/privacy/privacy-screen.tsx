import type { PrivacyCase } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { formatDay, formatPhone } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { settingsWords } from '../settings/settings-words.ts'
import { AskForSomebody } from './ask-for-somebody.tsx'
import { Exports } from './exports.tsx'
import { useLookAgain } from './look-again.ts'
import { privacyWords } from './privacy-words.ts'
import { SaveAnswer } from './save-answer.tsx'

const toneOf: Record<PrivacyCase['status'], Tone> = {
  OPEN: 'waiting',
  DONE: 'paid',
  REFUSED: 'failed',
  SCHEDULED: 'checked',
}

/** What people ask about their data, what became of it, and everything as a file. */
export default function PrivacyScreen() {
  const words = useWords(privacyWords)
  const { title: settings, privacy } = useWords(settingsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const rows = useRows<PrivacyCase>([...key, 'privacy-requests'], (cursor, signal) =>
    malipo.privacyRequests.list({ cursor, page_size: 25 }, { signal }),
  )
  useLookAgain(
    rows.rows.some(({ status }) => status === 'OPEN'),
    rows.retry,
  )
  return (
    <>
      <PageHead
        title={privacy}
        above={<WayBack to={`/m/${merchantId}/${environment}/settings`}>{settings}</WayBack>}
      />
      <AskForSomebody />
      <h2>{words.title}</h2>
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        empty={
          <Empty icon="shield" title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        }
      />
      <Exports />
    </>
  )
}

function useColumns(): Column<PrivacyCase>[] {
  const words = useWords(privacyWords)
  const language = useLanguage()
  return [
    { name: 'kind', label: words.what, onCard: 'title', cell: ({ kind }) => words.kinds[kind] },
    {
      name: 'who',
      label: words.who,
      cell: ({ phone, email, account, customer_id: id }) =>
        (phone && formatPhone(phone)) ?? email ?? account ?? id ?? words.erased,
    },
    {
      name: 'found',
      label: words.found,
      cell: (one) => (
        <>
          <span>
            {words.counts(
              String(one.found.customers),
              String(one.found.collections),
              String(one.found.payouts),
              String(one.found.invoices),
            )}
          </span>
          {one.erases_on && (
            <p className="small muted">{words.erasesOn(formatDay(new Date(one.erases_on), language))}</p>
          )}
          {one.refused_because && <p className="small muted">{words.because[one.refused_because]}</p>}
          <SaveAnswer of={one} />
        </>
      ),
    },
    { name: 'when', label: words.when, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: ({ status }) => <Badge tone={toneOf[status]}>{words.states[status]}</Badge>,
    },
  ]
}
