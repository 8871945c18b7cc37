import { createHash } from 'node:crypto'
import { textFromMinor } from '../../primitives/money.ts'

export type TanQr = {
  acquirerId: string
  /** Stands for the merchant, the bill and the store: whoever scans it pays exactly this. */
  token: string
  amount: bigint
  merchantName: string
  city: string
  postalCode: string
}

/** A dynamic TANQR code: the EMVCo layout with the template of the Bank of Tanzania's instant payments. */
export function tanQrPayload(qr: TanQr): string {
  const content = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'tz.go.bot.tips') + field('01', qr.acquirerId) + field('02', qr.token)),
    field('52', '5999'),
    field('53', '834'),
    // Whole shillings are written without a point, as the codes in the field are.
    field('54', textFromMinor(qr.amount).replace(/\.00$/, '')),
    field('58', 'TZ'),
    field('59', asciiName(qr.merchantName)),
    field('60', qr.city),
    field('61', qr.postalCode),
    field('62', field('01', qr.token) + field('03', qr.token)),
    '6304',
  ].join('')
  return content + crc16(content)
}

/** Eight digits that the reference alone decides, so that a repeated request shows the same code. */
export function paymentTokenOf(reference: string): string {
  const digest = createHash('sha256').update(`payment token ${reference}`).digest()
  return String(10_000_000 + (digest.readUIntBE(0, 6) % 90_000_000))
}

/** CRC-16/CCITT-FALSE over the bytes, as four capital hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function field(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`
}

/** Writers count characters and readers count bytes; in ASCII they agree. */
function asciiName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')
  return plain.trim().slice(0, 25).trimEnd() || 'MERCHANT'
}
