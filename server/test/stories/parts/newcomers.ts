import { cookieOf, password, type Reply, type Service } from '../../service.ts'

/** Somebody who signs up by themselves, with the cookie they get. */
export async function signUp({ call }: Service, email: string): Promise<string> {
  const answer = await call('/v1/auth/sign-up/email', {
    body: { name: email.split('@')[0], email, password },
  })
  if (answer.status !== 200) throw new Error(`Cannot sign up ${email}: ${JSON.stringify(answer.body)}`)
  return cookieOf(answer)
}

/** `200`, or `status code` for a refusal. */
export function inShort({ status, body }: Reply): string {
  // A file has no envelope.
  return body.success || typeof body === 'string' ? String(status) : `${status} ${body.error.code}`
}
