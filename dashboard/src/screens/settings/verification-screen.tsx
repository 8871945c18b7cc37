import type { DocumentKind, MerchantDocument, VerificationStatus } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { DocumentList } from './document-list.tsx'
import { SettingsHead } from './settings-head.tsx'
import { settingsWords } from './settings-words.ts'
import { UploadForm } from './upload-form.tsx'
import { useOwnMerchant } from './use-own-merchant.ts'

const toneOf: Record<VerificationStatus, Tone> = {
  unverified: 'waiting',
  pending: 'checked',
  verified: 'paid',
}
const needed: readonly DocumentKind[] = ['tin_certificate', 'business_registration']
const mostDocuments = 10

export default function VerificationScreen() {
  const words = useWords(settingsWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const merchant = useOwnMerchant()
  const documents = useQuery({
    queryKey: [...key, 'documents'],
    queryFn: async ({ signal }) =>
      (await malipo.documents.list({ page_size: mostDocuments * 2 }, { signal })).items,
  })
  const error = merchant.error ?? documents.error
  const retry = () => void Promise.all([merchant.refetch(), documents.refetch()])
  const standing = merchant.data?.verification_status
  return (
    <>
      <SettingsHead />
      {error && <Trouble error={error} retry={retry} />}
      {!error && !(standing && documents.data) && <Waiting rows={6} />}
      {standing && documents.data && (
        <>
          <Notice tone={toneOf[standing]}>
            <p>{words.standing[standing]}</p>
          </Notice>
          {standing !== 'verified' && <Needed documents={documents.data} />}
          <div className="halves">
            <DocumentList documents={documents.data} isSettled={standing === 'verified'} />
            {may('uploadDocument') && <UploadForm isFull={documents.data.length >= mostDocuments} />}
          </div>
        </>
      )}
    </>
  )
}

function Needed({ documents }: { documents: readonly MerchantDocument[] }) {
  const words = useWords(settingsWords)
  return (
    <section className="card stack tight" aria-labelledby="needed">
      <h2 id="needed">{words.needed}</h2>
      <ul className="bare stack tight">
        {needed.map((kind) => {
          const isThere = documents.some((one) => one.kind === kind)
          return (
            <li key={kind} className="row">
              <span>{words.kinds[kind]}</span>
              <Badge tone={isThere ? 'paid' : 'waiting'}>{isThere ? words.sentIn : words.missing}</Badge>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
