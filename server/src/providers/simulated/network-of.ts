/** The digits after 255. Ranges whose owners are disputed (63, 66) are left out: a wrong hint is worse than none. */
const prefixes = [
  ['M-Pesa', ['74', '75', '76', '79', '724']],
  ['Airtel Money', ['68', '69', '78']],
  ['Mixx by Yas', ['65', '67', '70', '71', '77']],
  ['HaloPesa', ['61', '62']],
  ['T-Pesa', ['73']],
] as const

export type MobileNetwork = (typeof prefixes)[number][0]

/** The network that a canonical number was first given to. Numbers are ported, so it is a hint and nothing more. */
export function networkOf(phone: string): MobileNetwork | null {
  if (!/^255[0-9]{9}$/.test(phone)) return null
  const found = prefixes.find(([, starts]) => starts.some((start) => phone.startsWith(start, 3)))
  return found?.[0] ?? null
}
