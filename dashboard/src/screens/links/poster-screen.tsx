import { useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { formatMoney } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { linksWords, posterWords } from './links-words.ts'
import classes from './poster.module.css'
import { useLink } from './use-link.ts'

/** A page to print and hang up at the counter. */
export default function PosterScreen() {
  const words = useWords(posterWords)
  const { link: one } = useWords(linksWords)
  const { merchantId, environment, name } = useMerchant()
  const { linkId = '' } = useParams({ strict: false })
  const { data: link, error, refetch } = useLink(linkId)
  return (
    <>
      <div className="not-printed">
        <PageHead
          title={words.title}
          above={
            <WayBack to={`/m/${merchantId}/${environment}/links/${linkId}`}>
              {link?.description ?? one}
            </WayBack>
          }
        >
          <Button icon="print" onClick={() => print()}>
            {words.print}
          </Button>
        </PageHead>
      </div>
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {!link && !error && <Waiting height={500} />}
      {link && link.status !== 'ACTIVE' && (
        <div className="not-printed">
          <Notice tone="checked">{words.gone}</Notice>
        </div>
      )}
      {link && (
        <article className={classes.sheet}>
          {environment === 'sandbox' && <p className={classes.test}>{words.test}</p>}
          <h2 className={classes.shop}>{name}</h2>
          {link.description && <p style={{ fontSize: 'var(--text-20)' }}>{link.description}</p>}
          <p className={classes.amount}>
            {link.amount ? `${words.payAt} ${formatMoney(link.amount, link.currency)}` : words.chooses}
          </p>
          <div className={classes.code}>
            <QrCode text={link.public_url} label={words.code(name)} size={416} />
          </div>
          <ol className={classes.steps}>
            {words.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>
            <strong>{words.never}</strong>
          </p>
          <p>
            {words.without} {link.public_url}
          </p>
        </article>
      )}
    </>
  )
}
