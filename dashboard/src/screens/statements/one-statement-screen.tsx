import type { Statement } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { daysOf } from './days-of.ts'
import { StatementFiles } from './statement-files.tsx'
import { statementsWords } from './statements-words.ts'

/** How often one that is being prepared is looked at. */
const lookEveryMs = 1_500

export default function OneStatementScreen() {
  const words = useWords(statementsWords)
  const language = useLanguage()
  const { merchantId, environment, malipo, key } = useMerchant()
  const { statementId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'statements', statementId],
    queryFn: ({ signal }) => malipo.statements.get(statementId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PREPARING' ? lookEveryMs : false),
  })
  const above = <WayBack to={`/m/${merchantId}/${environment}/statements`}>{words.title}</WayBack>
  return (
    <>
      <PageHead title={data ? daysOf(data, language) : words.title} above={above} />
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting rows={5} />}
      {data?.status === 'PREPARING' && <Notice tone="waiting">{words.preparing}</Notice>}
      {data?.status === 'READY' && <Ready of={data} />}
    </>
  )
}

function Ready({ of: one }: { of: Statement }) {
  const words = useWords(statementsWords)
  const language = useLanguage()
  const { opening, closing, totals, currency, sha256 } = one
  const money = (amount: string | undefined) =>
    amount === undefined ? '–' : <Money amount={amount} currency={currency} />
  return (
    <section className="card stack" style={{ maxWidth: '40rem' }} aria-label={daysOf(one, language)}>
      <dl className="facts">
        <Fact name={words.kind}>{words.kinds[one.kind]}</Fact>
        <Fact name={words.opening}>{money(opening?.available)}</Fact>
        <Fact name={words.credits}>{money(totals?.credits)}</Fact>
        <Fact name={words.debits}>{money(totals?.debits)}</Fact>
        <Fact name={words.closing}>
          <strong>{money(closing?.available)}</strong>
        </Fact>
        <Fact name={words.reserved}>{money(closing?.reserved)}</Fact>
        <Fact name={words.held}>{money(closing?.held)}</Fact>
        <Fact name={words.count}>{totals?.count ?? 0}</Fact>
        {sha256 && (
          <Fact name={words.hash}>
            <Copyable text={sha256} label={words.hash} />
          </Fact>
        )}
      </dl>
      <StatementFiles of={one} />
    </section>
  )
}
