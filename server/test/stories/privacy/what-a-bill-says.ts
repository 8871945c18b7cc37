import type { Service } from '../../service.ts'
import type { Fields } from '../money/shop.ts'

/** The words for whoever is gone on the page of an invoice, in a language. */
export async function erasedOnPage(
  service: Service,
  { public_url: url }: Fields,
  language: 'sw' | 'en',
): Promise<string | undefined> {
  const { body } = await service.call(`${new URL(String(url)).pathname}?lang=${language}`)
  return String(body)
    .match(/Imefutwa|Erased/g)
    ?.join()
}
