import type { Customer } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { NumbersFor } from './numbers-for.tsx'
import { numbersWords } from './numbers-words.ts'

/** What a customer pays with, again and again. */
export function NumberOfCustomer({ of: { id, name } }: { of: Customer }) {
  const words = useWords(numbersWords)
  const may = useMay()
  const { merchantId, environment } = useMerchant()
  return (
    <NumbersFor
      query={{ customer_id: id }}
      add={() =>
        may('createControlNumber') && (
          <div>
            <Link
              to={`/m/${merchantId}/${environment}/control-numbers/new`}
              search={{ customer: id, name }}
              {...buttonLook({ look: 'plain' })}
            >
              <Icon name="control-numbers" />
              {environment === 'sandbox' ? words.newTest : words.new}
            </Link>
          </div>
        )
      }
    />
  )
}
