import { createHash } from 'node:crypto'

/**
 * A number from 0 up to 1 that only its arguments decide, so that a run can be repeated. Each purpose has draws of its
 * own: whether a payment fails tells nothing about whether its callback is lost.
 */
export function chance(seed: string, draw: number, purpose: string): number {
  const digest = createHash('sha256').update(`${seed}\n${draw}\n${purpose}`).digest()
  // Six bytes fit a double without loss.
  return digest.readUIntBE(0, 6) / 2 ** 48
}
