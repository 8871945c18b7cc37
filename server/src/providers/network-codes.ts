import type { MobileNetwork } from './simulated/simulated.ts'

/** The destination codes of mobile networks. */
const codes: Readonly<Record<MobileNetwork, string>> = {
  'M-Pesa': 'MPESA',
  'Airtel Money': 'AIRTEL_MONEY',
  'Mixx by Yas': 'MIXX_BY_YAS',
  HaloPesa: 'HALOPESA',
  'T-Pesa': 'T_PESA',
}

export function codeOfNetwork(network: MobileNetwork): string {
  return codes[network]
}

/** Null where the code is that of a bank, or of a provider's own wallet. */
export function networkOfCode(code: string): MobileNetwork | null {
  const found = Object.entries(codes).find(([, one]) => one === code)
  return found ? (found[0] as MobileNetwork) : null
}
