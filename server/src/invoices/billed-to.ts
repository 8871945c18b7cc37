import { formatPhone, type Language, sayErased } from '../pages/pages.ts'
import { oneLine } from '../primitives/one-line.ts'
import { erasedNumber } from '../primitives/stand-ins.ts'
import type { InvoiceRow } from './invoice-row.ts'

/** Who was billed, as it stands on paper. Whoever was erased has no number either. */
export function billedTo(
  { customer_name: name, customer_phone: phone }: Pick<InvoiceRow, 'customer_name' | 'customer_phone'>,
  language: Language,
): string {
  const said = sayErased(oneLine(name), language)
  return phone === erasedNumber ? said : `${said}, ${formatPhone(phone)}`
}
