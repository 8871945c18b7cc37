import type { FreshApiKey } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { curlOf } from '../../parts/curl.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/words.ts'
import { keysWords } from './keys-words.ts'

/** A key, the only time that it is shown. It is nowhere but on this page: not in the address, not in what the browser keeps. */
export function FreshKey({ of: fresh, onDone }: { of: FreshApiKey; onDone(): void }) {
  const words = useWords(keysWords)
  const { merchantId } = useMerchant()
  const paysAtOnce = fresh.environment === 'sandbox' && fresh.scopes.includes('collections:write')
  return (
    <>
      <PageHead title={words.freshTitle} />
      <section className="card stack" aria-label={words.freshTitle}>
        <p role="status">
          <strong>{words.freshText}</strong>
        </p>
        <CodeBlock text={fresh.api_key} label={words.key} />
        <h2>{words.tryIt}</h2>
        <p>{paysAtOnce ? words.tryPush : words.tryCaller}</p>
        <CodeBlock
          label={words.tryIt}
          text={paysAtOnce ? pushCall(fresh.api_key, merchantId) : callerCall(fresh.api_key)}
        />
        <div>
          <Button onClick={onDone}>{words.done}</Button>
        </div>
      </section>
    </>
  )
}

function callerCall(key: string): string {
  return curlOf({
    method: 'GET',
    url: `${location.origin}/v1/merchant/caller`,
    headers: [`Authorization: Bearer ${key}`],
  })
}

function pushCall(key: string, merchantId: string): string {
  return curlOf({
    method: 'POST',
    url: `${location.origin}/v1/collections/ussd-push`,
    headers: [
      `Authorization: Bearer ${key}`,
      `Idempotency-Key: ${crypto.randomUUID()}`,
      'Content-Type: application/json',
    ],
    body: JSON.stringify({ merchant_id: merchantId, amount: '1000.00', customer_phone: '255700000001' }),
  })
}
