import type { ChangeMerchantLooksRequest } from '@malipo/sdk'
import { formatMoney, formatPhone } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import classes from './looks-preview.module.css'
import { settingsWords } from './settings-words.ts'

/** The head of a payer's page, as it will look. */
export function LooksPreview({ of: looks, name }: { of: ChangeMerchantLooksRequest; name: string }) {
  const words = useWords(settingsWords)
  const spoken =
    looks.language === 'sw' ? settingsWords.sw : looks.language === 'en' ? settingsWords.en : words
  const shop = looks.display_name ?? name
  const help = [looks.support_phone && formatPhone(looks.support_phone), looks.support_email]
  const given = help.filter(Boolean).join(', ')
  return (
    <section className="stack tight" aria-labelledby="preview">
      <h2 id="preview">{words.preview}</h2>
      <div className={classes.page} lang={looks.language ?? undefined}>
        {looks.brand_colour && (
          <svg className={classes.bar} viewBox="0 0 8 1" preserveAspectRatio="none" aria-hidden="true">
            <path d="M0 0h8v1H0z" fill={looks.brand_colour} />
          </svg>
        )}
        <div className={classes.head}>
          <strong>{shop}</strong>
          <p className={classes.amount}>{formatMoney('25000.00')}</p>
          <p className={classes.heading}>{spoken.pay(shop)}</p>
          {given && (
            <p className="small muted">
              {spoken.help} {given}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
