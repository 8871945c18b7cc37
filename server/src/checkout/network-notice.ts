import { fillIn, type Html, html, type Language, wordsIn } from '../pages/pages.ts'
import type { MobileNetwork, OrderedMethod, Registry, RouteWish } from '../providers/providers.ts'
import type { Weather } from '../weather/weather.ts'
import { icon } from './icons.ts'

type Sky = { registry: Registry; weather: Weather }

/** The networks in trouble that somebody may be about to use; none where no way to pay rings a phone. */
export async function networksInTrouble(
  { registry, weather }: Sky,
  { environment, merchantId }: Pick<RouteWish, 'environment' | 'merchantId'>,
  ways: readonly OrderedMethod[],
): Promise<MobileNetwork[]> {
  const method = ways.find((way) => way === 'USSD_PUSH' || way === 'STK_PUSH')
  const provider = method && registry.routeFor({ environment, merchantId, method })
  return provider ? await weather.troubled({ environment, provider: provider.name, merchantId }) : []
}

/** Told before the choice, of each by its name: which one will be used is known only once a number is there. */
export function networkNotice(networks: readonly MobileNetwork[], language: Language): Html {
  const { checkout: words } = wordsIn(language)
  return html`${networks.map(
    (net) =>
      html`<p class="state waiting weather">${icon('waiting')}<span>${fillIn(words.slow, { net })}</span></p>`,
  )}`
}
