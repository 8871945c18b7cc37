import { formatMoney } from './format.ts'

export function Money({ amount, currency = 'TZS' }: { amount: string | number; currency?: string }) {
  return <span className="money">{formatMoney(amount, currency)}</span>
}
