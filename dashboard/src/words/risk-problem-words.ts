import { bothLanguages } from './words.ts'

/** What is said of the fields of risk rules and lists. */
export const riskProblemWords = bothLanguages(
  {
    riskText: (least: string, most: string) =>
      `must be a text of ${least} to ${most} characters, also where it is a number: "4"`,
    riskConditions: (least: string, most: string) => `must be a list of ${least} to ${most} conditions`,
    riskComparisons: (most: string) => `must have at most ${most} comparisons in all`,
    riskShape: 'must have field, is and value, or one of all, any and not',
    riskBesideField: 'belongs beside field',
    riskNotKnown: (kind: string) => `is not known of ${kind}`,
    riskMoney: 'must be a decimal string, like "500000.00"',
    riskMoneyOrThreshold: 'must be a decimal string, like "500000.00", or hold_threshold',
    riskFlag: 'must be "true" or "false"',
    riskListName: 'must be the name of a list: small letters, digits or hyphens',
    riskCode: 'must be a code, like USSD_PUSH or MPESA',
    riskNumber: 'must be a phone number or an account number',
    riskListDigits: 'must not hold a number of six digits or more',
    riskFixed: 'is fixed: of a rule that comes with the service only mode changes',
    riskCount: (least: string, most: string) => `must be a whole number from ${least} to ${most}, like "4"`,
    riskList: (least: string, most: string) => `must be ${least} to ${most} small letters, digits or hyphens`,
  },
  {
    riskText: (least: string, most: string) =>
      `lazima iwe maandishi ya herufi ${least} hadi ${most}, hata kama ni namba: "4"`,
    riskConditions: (least: string, most: string) => `lazima iwe orodha ya masharti ${least} hadi ${most}`,
    riskComparisons: (most: string) => `lazima iwe na ulinganisho usiozidi ${most} kwa jumla`,
    riskShape: 'lazima iwe na field, is na value, au moja kati ya all, any na not',
    riskBesideField: 'inakaa pamoja na field',
    riskNotKnown: (kind: string) => `haijulikani kwa ${kind}`,
    riskMoney: 'lazima iwe kiasi chenye nukta, kama "500000.00"',
    riskMoneyOrThreshold: 'lazima iwe kiasi chenye nukta, kama "500000.00", au hold_threshold',
    riskFlag: 'lazima iwe "true" au "false"',
    riskListName: 'lazima iwe jina la orodha: herufi ndogo, tarakimu au vistari',
    riskCode: 'lazima iwe alama, kama USSD_PUSH au MPESA',
    riskNumber: 'lazima iwe namba ya simu au ya akaunti',
    riskListDigits: 'lazima isiwe na namba yenye tarakimu sita au zaidi',
    riskFixed: 'haibadiliki: ya kanuni inayokuja na huduma ni mode tu inayobadilika',
    riskCount: (least: string, most: string) =>
      `lazima iwe namba nzima kuanzia ${least} hadi ${most}, kama "4"`,
    riskList: (least: string, most: string) =>
      `lazima iwe herufi ndogo, tarakimu au vistari ${least} hadi ${most}`,
  },
)
