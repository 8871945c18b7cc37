/**
 * What stands in rows and over the interface where something must, and nothing is known: a payer who gave no name, and whoever was
 * erased. People read it in their language.
 */
export const namelessPayer = 'Payer'
export const erasedName = 'Erased'
export const erasedNumber = 'erased'
