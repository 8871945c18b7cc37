import { hash, verify } from '@node-rs/argon2'

/** OWASP's floor for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

export function verifyPassword(attempt: { hash: string; password: string }): Promise<boolean> {
  return verify(attempt.hash, attempt.password)
}
