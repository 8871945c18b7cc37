import type { MerchantDocument, Removed } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { formatSize } from './judge-file.ts'
import { settingsWords } from './settings-words.ts'

type Props = { documents: readonly MerchantDocument[]; isSettled: boolean }

/** What was sent in. The files themselves are never opened here. */
export function DocumentList({ documents, isSettled }: Props) {
  const words = useWords(settingsWords)
  const may = useMay()
  return (
    <section className="card stack" aria-labelledby="documents">
      <div>
        <h2 id="documents">{words.documents}</h2>
        <p className="small muted">{isSettled && documents.length > 0 ? words.stays : words.onlyAdmins}</p>
      </div>
      {documents.length === 0 && <p className="muted">{words.nothingYet}</p>}
      {documents.length > 0 && (
        <ul className="bare stack">
          {documents.map((one) => (
            <li key={one.id} className="row apart">
              <div>
                <strong>{words.kinds[one.kind]}</strong>
                <p className="mono">{one.file_name}</p>
                <p className="small muted">
                  {formatSize(one.size)} · <When at={one.created_at} />
                </p>
              </div>
              {!isSettled && may('removeDocument') && <TakeBack of={one} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function TakeBack({ of: one }: { of: MerchantDocument }) {
  const words = useWords(settingsWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  return (
    <AskFirst<Removed>
      look="plain"
      icon="bin"
      label={words.takeBack}
      named={words.takeBackOf(one.file_name)}
      title={words.takeBackTitle(one.file_name)}
      confirm={words.takeBackNow}
      send={() => malipo.documents.remove(one.id)}
      onAnswer={async (removed) => {
        if (!removed) return
        await queries.invalidateQueries({ queryKey: [...key, 'documents'] })
        await queries.invalidateQueries({ queryKey: [...key, 'merchant'] })
      }}
    >
      <p>{words.takeBackText}</p>
    </AskFirst>
  )
}
