import { BatchRowBody } from '@malipo/contract'
import { csvFrom } from '../http/http.ts'

/** What can be filled in; pairs of metadata are columns of their own. */
const columns = Object.keys(BatchRowBody.properties).filter(
  (name) => name !== 'metadata' && name !== 'look_up_id',
)

const examples = [
  {
    reference: 'SALARY-001',
    amount: '150000.00',
    method: 'MOBILE_MONEY',
    destination_code: 'MPESA',
    destination_identifier: '255754000001',
    destination_name: 'Asha Juma',
  },
  {
    reference: 'SALARY-002',
    amount: '275000.00',
    method: 'BANK_ACCOUNT',
    destination_code: 'CRDB',
    destination_identifier: '0150000000001',
    destination_name: 'Baraka Mushi',
    bank_name: 'CRDB Bank',
    bank_account_name: 'Baraka Mushi',
  },
]

/** With the mark by which spreadsheets know UTF-8. */
export function batchTemplate(): Buffer {
  return Buffer.from(`\uFEFF${csvFrom([...columns, 'look_up_id', 'metadata.department'], examples)}`)
}
