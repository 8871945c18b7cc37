import { toBuffer, toString as toText } from 'qrcode'

/** Wallets refuse what has no quiet zone, and read four squares of it reliably. */
const look = { margin: 4, errorCorrectionLevel: 'M' } as const

/** The code as the page shows it: the provider's own text, not a letter of it changed. */
export async function drawCode(payload: string): Promise<string> {
  return await toText(payload, { ...look, type: 'svg' })
}

type Paint = (payload: string) => Promise<Buffer>

/** As many as payers save in a busy minute; each is a few kilobytes. */
const mostPictures = 200

/** The same as a picture: gallery and wallets of a phone open no SVG. */
export const paintCode: Paint = keepLatest(
  (payload) => toBuffer(payload, { ...look, type: 'png', width: 720 }),
  mostPictures,
)

/**
 * Paints each code once. Painting one takes as long as dozens of payments, and whoever has the address of an open code, without any other
 * credentials, may ask for it as often as for any page.
 */
export function keepLatest(paint: Paint, most: number): Paint {
  const kept = new Map<string, Promise<Buffer>>()
  return async (payload) => {
    const picture = kept.get(payload) ?? paint(payload)
    kept.delete(payload)
    kept.set(payload, picture)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return await picture.catch((error) => {
      kept.delete(payload)
      throw error
    })
  }
}
