import { toBuffer, toString as toText } from 'qrcode'

/** Wallets refuse what has no quiet zone, and read four squares of it reliably. */
const look = { margin: 4, errorCorrectionLevel: 'M' } as const

/** The code as the page shows it: the provider's own text, not a letter of it changed. */
export async function drawCode(payload: string): Promise<string> {
  return await toText(payload, { ...look, type: 'svg' })
}

/** The same as a picture: gallery and wallets of a phone open no SVG. */
export async function paintCode(payload: string): Promise<Buffer> {
  return await toBuffer(payload, { ...look, type: 'png', width: 720 })
}
