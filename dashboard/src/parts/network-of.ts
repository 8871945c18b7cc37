import type { MobileNetwork } from '@malipo/sdk'

export const mobileNetworks = [
  'M-Pesa',
  'Airtel Money',
  'Mixx by Yas',
  'HaloPesa',
  'T-Pesa',
] as const satisfies readonly MobileNetwork[]

/** The digits after 255, as the service has them: a test holds the two together. */
const starts: Record<MobileNetwork, string> = {
  'M-Pesa': '74|75|76|79|724',
  'Airtel Money': '68|69|78',
  'Mixx by Yas': '65|67|70|71|77',
  HaloPesa: '61|62',
  'T-Pesa': '73',
}

/** Whose number it was first: people may have taken it to another network since, so it is a hint and no more. */
export function networkOf(phone: string): MobileNetwork | undefined {
  if (!/^255\d{9}$/.test(phone)) return undefined
  return mobileNetworks.find((name) => new RegExp(`^255(?:${starts[name]})`).test(phone))
}
