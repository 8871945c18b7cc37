/** Their codes of wallets, by ours. */
export const walletCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    MPESA: 'VMCASHIN',
    AIRTEL_MONEY: 'AMCASHIN',
    MIXX_BY_YAS: 'TPCASHIN',
    HALOPESA: 'HPCASHIN',
    T_PESA: 'TTCASHIN',
  }),
)

/** Their codes of banks, by ours. Standard Chartered is not among those that they list. */
export const bankCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ABSA: 'ABSA',
    ACCESS: 'BANCABC',
    AKIBA: 'AKIBA',
    AMANA: 'AMANABANK',
    AZANIA: 'AZANIA',
    BANK_OF_AFRICA: 'BOA',
    BANK_OF_BARODA: 'BANKOFBARODA',
    BANK_OF_INDIA: 'BANKOFINDIA',
    CHINA_DASHENG: 'CHINADASHENG',
    CITIBANK: 'CITIBANK',
    COOP: 'KILIMANJARO',
    CRDB: 'CRDBBANK',
    DCB: 'DCBBANK',
    DTB: 'DTB',
    ECOBANK: 'ECOBANK',
    EQUITY: 'EQUITYBANK',
    EXIM: 'EXIMBANK',
    FINCA: 'FINCA',
    GTBANK: 'GTBANK',
    HABIB_AFRICAN: 'HABIBBANK',
    ICB: 'ICB',
    I_AND_M: 'IMBANK',
    KCB: 'KCB',
    LETSHEGO: 'LETSHEGO',
    MAENDELEO: 'MAENDELEO',
    MKOMBOZI: 'MKOMBOZI',
    MWALIMU: 'MWALIMU',
    MWANGA_HAKIKA: 'MWANGA',
    NBC: 'NBC',
    NCBA: 'NCBA',
    NMB: 'NMB',
    PBZ: 'PBZ',
    SELCOM_MFB: 'SPSCASHIN',
    STANBIC: 'STANBIC',
    TCB: 'TCB',
    UBA: 'UBA',
    UCHUMI: 'UCHUMI',
  }),
)

/** Their own wallet needs no code of theirs. */
export const paidDestinations: readonly string[] = [
  'PROVIDER_PESA',
  ...walletCodes.keys(),
  ...bankCodes.keys(),
]
