/** After this long a prompt has left the phone, and whoever was asked may have been charged or not. */
const patienceMs = 2 * 60_000

/** Whether nobody knows how a payment stands: its own state, neither waiting nor failed. A code waits for whoever scans it, and has an end. */
export function isUnanswered(
  payment: { status: string; method: string | null; updated_at: string },
  nowMs = Date.now(),
): boolean {
  const { status, method, updated_at } = payment
  if (status !== 'processing' || method === 'DYNAMIC_QR') return false
  return nowMs - Date.parse(updated_at) > patienceMs
}
