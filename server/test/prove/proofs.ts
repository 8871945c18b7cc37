import type { Proof } from './proof.ts'
import { proofsOfMoney } from './proofs-of-money.ts'
import { proofsOfRunning } from './proofs-of-running.ts'

export const proofs: Proof[] = [...proofsOfMoney, ...proofsOfRunning]

/** Whether `npm test` leaves a file to its proof. */
export function isOnlyProven(file: string): boolean {
  return proofs.some(({ onlyHere = [] }) => onlyHere.some((part) => file.includes(part)))
}
