import type { withdrawalMethods } from '@malipo/contract'

type Method = (typeof withdrawalMethods)[number]

/** Where money can go, under a code of our own that outlives names and providers; each adapter maps it to theirs. */
export type Destination = { destination_code: string; name: string; method: Method }

const wallets: Destination[] = [
  { destination_code: 'PROVIDER_PESA', name: 'Provider Pesa', method: 'PROVIDER_PESA' },
  { destination_code: 'MPESA', name: 'M-Pesa', method: 'MOBILE_MONEY' },
  { destination_code: 'AIRTEL_MONEY', name: 'Airtel Money', method: 'MOBILE_MONEY' },
  { destination_code: 'MIXX_BY_YAS', name: 'Mixx by Yas', method: 'MOBILE_MONEY' },
  { destination_code: 'HALOPESA', name: 'HaloPesa', method: 'MOBILE_MONEY' },
  { destination_code: 'T_PESA', name: 'T-Pesa', method: 'MOBILE_MONEY' },
]

/** Banks change their names and owners; a code, once given, stays. */
const banks: Record<string, string> = {
  ABSA: 'Absa Bank Tanzania',
  ACCESS: 'Access Bank Tanzania',
  AKIBA: 'Akiba Commercial Bank',
  AMANA: 'Amana Bank',
  AZANIA: 'Azania Bank',
  BANK_OF_AFRICA: 'Bank of Africa Tanzania',
  BANK_OF_BARODA: 'Bank of Baroda Tanzania',
  BANK_OF_INDIA: 'Bank of India Tanzania',
  CHINA_DASHENG: 'China Dasheng Bank',
  CITIBANK: 'Citibank Tanzania',
  COOP: 'Coop Bank Tanzania',
  CRDB: 'CRDB Bank',
  DCB: 'DCB Commercial Bank',
  DTB: 'Diamond Trust Bank Tanzania',
  ECOBANK: 'Ecobank Tanzania',
  EQUITY: 'Equity Bank Tanzania',
  EXIM: 'Exim Bank Tanzania',
  FINCA: 'FINCA Microfinance Bank',
  GTBANK: 'Guaranty Trust Bank Tanzania',
  HABIB_AFRICAN: 'Habib African Bank',
  ICB: 'International Commercial Bank Tanzania',
  I_AND_M: 'I&M Bank Tanzania',
  KCB: 'KCB Bank Tanzania',
  LETSHEGO: 'Letshego Bank Tanzania',
  MAENDELEO: 'Maendeleo Bank',
  MKOMBOZI: 'Mkombozi Commercial Bank',
  MWALIMU: 'Mwalimu Commercial Bank',
  MWANGA_HAKIKA: 'Mwanga Hakika Bank',
  NBC: 'National Bank of Commerce',
  NCBA: 'NCBA Bank Tanzania',
  NMB: 'NMB Bank',
  PBZ: "People's Bank of Zanzibar",
  SELCOM_MFB: 'Selcom Microfinance Bank',
  STANBIC: 'Stanbic Bank Tanzania',
  STANDARD_CHARTERED: 'Standard Chartered Bank Tanzania',
  TCB: 'Tanzania Commercial Bank',
  UBA: 'United Bank for Africa Tanzania',
  UCHUMI: 'Uchumi Commercial Bank',
}

export const destinations: readonly Destination[] = [
  ...wallets,
  ...Object.entries(banks).map(([code, name]) => ({
    destination_code: code,
    name,
    method: 'BANK_ACCOUNT' as const,
  })),
]

/** Null when there is no such code, or money cannot go there by this method. */
export function findDestination(code: string, method: Method): Destination | null {
  return destinations.find((one) => one.destination_code === code && one.method === method) ?? null
}
