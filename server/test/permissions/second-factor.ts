import { newPerson, password, type Service, sessionOf } from '../service.ts'
import { totpCode } from '../stories/parts/totp.ts'
import type { Cast, Principal } from './cast.ts'
import type { Parts, Stage } from './stage.ts'

type SecondFactor = { uri: string; codes: string[] }

/** People confirm a second factor of their own; everybody else finishes the sign-in of a person who has one. */
export async function sixDigits(stage: Stage, principal: Principal): Promise<Parts> {
  const own = await ownSecondFactor(stage, principal)
  if (own) return { body: { code: totpCode(own.uri) } }
  // A code is right once, so each has a person of their own.
  const { service } = stage
  const { uri, email } = await protectSomebody(service)
  return { body: { code: totpCode(uri) }, cookie: await service.signIn(email, password) }
}

export async function backupCode(stage: Stage, principal: Principal): Promise<Parts> {
  const own = await ownSecondFactor(stage, principal)
  if (own) return { body: { code: own.codes[0] } }
  const { codes, cookie } = await halfSignedIn(stage)
  return { body: { code: codes.pop() }, cookie }
}

/** As if the code had been given in every session: switching it on would end them, and giving the code begins another. */
export async function confirmSecondFactor(stage: Stage, principal: Principal): Promise<void> {
  if (!(await ownSecondFactor(stage, principal))) return
  const email = stage.cast.emails[principal] ?? ''
  await stage.service.world.sql.begin(async (tx) => {
    await tx`create temporary table given on commit drop as
      select s.* from sessions s join users u on u.id = s.user_id where u.email = ${email}`
    await tx`update users set two_factor_enabled = true where email = ${email}`
    await tx`insert into sessions select * from given`
  })
}

async function ownSecondFactor({ service, cast }: Stage, principal: Principal): Promise<SecondFactor | null> {
  const { cookie } = cast.credentials[principal]
  return cookie !== undefined && cast.emails[principal] ? await enable(service, cookie) : null
}

async function enable({ call }: Service, cookie: string): Promise<SecondFactor> {
  const { body } = await call('/v1/auth/two-factor/enable', { cookie, body: { password } })
  return { uri: String(body.data.totp_uri), codes: body.data.backup_codes as string[] }
}

type ProtectedPerson = SecondFactor & { email: string }
const protectedPeople = new WeakMap<Cast, Promise<ProtectedPerson>>()

/** Somebody with a second factor who has given the password and not yet the code. */
async function halfSignedIn({ service, cast }: Stage): Promise<SecondFactor & { cookie: string }> {
  const known = await protectedPeople.get(cast)
  // Each code is good for one of those who ask, and there are more of them than codes.
  const found = known && known.codes.length > 0 ? Promise.resolve(known) : protectSomebody(service)
  protectedPeople.set(cast, found)
  const person = await found
  return { ...person, cookie: await service.signIn(person.email, password) }
}

async function protectSomebody(service: Service): Promise<ProtectedPerson> {
  const email = `protected-${service.world.newId()}@sample.test`
  await newPerson(service, email)
  const cookie = await sessionOf(service, email)
  const secondFactor = await enable(service, cookie)
  const code = totpCode(secondFactor.uri)
  await service.call('/v1/auth/two-factor/verify-totp', { cookie, body: { code } })
  return { ...secondFactor, email }
}
