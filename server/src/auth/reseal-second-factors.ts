import type { Transaction } from '../database/database.ts'

/**
 * Second factors are encrypted by the sign-in library with its own key; with another key nobody could give a code any more. Answers
 * how many were not encrypted with the present one.
 */
export async function resealSecondFactors(
  tx: Transaction,
  earlier: readonly string[],
  present: string,
): Promise<number> {
  const rows = await tx<{ id: string; secret: string; backup_codes: string }[]>`
    select id, secret, backup_codes from two_factors order by id for update`
  if (rows.length === 0) return 0
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  const reseal = async (text: string) => {
    for (const key of earlier) {
      const data = await symmetricDecrypt({ key, data: text }).catch(() => null)
      if (data !== null) return await symmetricEncrypt({ key: present, data })
    }
    return text
  }
  let resealed = 0
  for (const { id, ...before } of rows) {
    const [secret, codes] = [await reseal(before.secret), await reseal(before.backup_codes)]
    if (secret === before.secret && codes === before.backup_codes) continue
    await tx`update two_factors set secret = ${secret}, backup_codes = ${codes} where id = ${id}`
    resealed += 1
  }
  return resealed
}
