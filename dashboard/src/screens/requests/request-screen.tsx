import type { RequestLogEntryWithBodies } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { CodeBlock, laidOut } from '../../parts/code-block.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { curlOf, freshUuid } from '../../parts/curl.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { AnswerStatus } from './answer-status.tsx'
import { requestsWords } from './requests-words.ts'

export default function RequestScreen() {
  const words = useWords(requestsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { requestId = '' } = useParams({ strict: false }) as { requestId?: string }
  const found = useQuery({
    queryKey: [...key, 'requests', 'one', requestId],
    queryFn: ({ signal }) => malipo.requests.get(requestId, { signal }),
  })
  const above = <WayBack to={`/m/${merchantId}/${environment}/requests`}>{words.back}</WayBack>
  const { data: one } = found
  return (
    <>
      <PageHead title={one ? `${one.method} ${one.path}` : words.request} above={above} />
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={5} />}
      {one && (
        <>
          <RequestFacts of={one} />
          <Body
            title={words.sent}
            text={one.request_body}
            isCut={one.request_body_cut}
            none={words.nothingSent}
          />
          <Body
            title={words.answered}
            text={one.response_body}
            isCut={one.response_body_cut}
            none={words.nothingAnswered}
          />
          <section className="card stack tight" aria-labelledby="as-curl">
            <h2 id="as-curl">{words.asCurl}</h2>
            <p className="small muted">{words.curlText}</p>
            <CodeBlock label={words.asCurl} text={callAgain(one)} />
          </section>
        </>
      )}
    </>
  )
}

function RequestFacts({ of: one }: { of: RequestLogEntryWithBodies }) {
  const words = useWords(requestsWords)
  const facts: [string, string | null][] = [
    [words.query, one.query],
    [words.ip, one.ip],
    [words.idempotencyKey, one.idempotency_key],
    [words.resource, one.resource_id],
    [words.key, one.api_key_id],
    [words.requestId, one.request_id],
  ]
  return (
    <div className="card">
      <dl className="facts">
        <dt>{words.status}</dt>
        <dd>
          <AnswerStatus of={one} />
        </dd>
        <dt>{words.when}</dt>
        <dd>
          <When at={one.at} />
        </dd>
        <dt>{words.took}</dt>
        <dd>{words.ms(one.duration_ms)}</dd>
        <dt>{words.by}</dt>
        <dd>{one.api_key_id === null ? words.person : words.key}</dd>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="fact">
                <dt>{label}</dt>
                <dd>
                  <Copyable text={value} label={label} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

type BodyProps = { title: string; text: string | null; isCut: boolean; none: string }

function Body({ title, text, isCut, none }: BodyProps) {
  const words = useWords(requestsWords)
  return (
    <section className="card stack tight" aria-label={title}>
      <h2>{title}</h2>
      {text === null ? (
        <p className="muted">{none}</p>
      ) : (
        <>
          <CodeBlock text={laidOut(text)} label={title} />
          <p className="small muted">
            {words.hidden} {isCut && words.cut}
          </p>
        </>
      )}
    </section>
  )
}

/** The same call without what proves who makes it, and under a key of its own: it asks for a thing of its own. */
function callAgain({ method, path, query, request_body }: RequestLogEntryWithBodies): string {
  const isReading = method === 'GET'
  return curlOf({
    method,
    url: `${location.origin}${path}${query ? `?${query}` : ''}`,
    shellHeaders: [
      'Authorization: Bearer $MALIPO_KEY',
      ...(isReading ? [] : [`Idempotency-Key: ${freshUuid}`]),
    ],
    headers: request_body === null ? [] : ['Content-Type: application/json'],
    body: request_body ?? undefined,
  })
}
