import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { NoneFit } from '../../lists/none-fit.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { freshUuid } from '../../parts/curl.ts'
import { Empty } from '../../parts/empty.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { NewPaymentLink } from './new-payment-link.tsx'
import { paymentsWords } from './payments-words.ts'

/** What to do where there are no payments: ask for the first one, here or from a program, or look where the others are. */
export function NoPayments({ isFiltered }: { isFiltered: boolean }) {
  const words = useWords(paymentsWords)
  const may = useMay()
  const { merchantId, environment } = useMerchant()
  if (isFiltered) return <NoneFit icon="payments" title={words.noneFit} />
  const isSandbox = environment === 'sandbox'
  const other = isSandbox ? 'live' : 'sandbox'
  return (
    <Empty icon="payments" title={words.empty}>
      <p>{isSandbox ? words.emptySandbox : words.emptyLive}</p>
      <NewPaymentLink />
      {may('createApiKey') && (
        <div className="stack tight" style={{ width: '100%', maxWidth: '40rem', textAlign: 'left' }}>
          <span>{words.orByCurl}</span>
          <CodeBlock text={curlFor(location.origin, merchantId, environment)} label={words.curl} />
        </div>
      )}
      <p>
        {isSandbox ? words.realOnes : words.testOnes}{' '}
        <Link to={`/m/${merchantId}/${other}/payments`}>{isSandbox ? words.toLive : words.toSandbox}</Link>
      </p>
    </Empty>
  )
}

/** A payment from a shell, whole but for the key, which is shown once and never again. */
export function curlFor(origin: string, merchantId: string, environment: 'live' | 'sandbox'): string {
  const body = { merchant_id: merchantId, amount: 1000, phone: '0712345678', reference: 'order-1' }
  return [
    `curl -s ${origin}/v1/collections/wallet-push`,
    `-H 'Authorization: Bearer mlp_${environment}_…'`,
    `-H "Idempotency-Key: ${freshUuid}"`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')
}
