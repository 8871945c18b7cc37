import { createApiKeys } from '../../src/api-keys/api-keys.ts'
import { inviteMembers } from '../../src/merchants/merchants.ts'
import { newMember, newMerchant, newPerson, password, type Service, sessionOf } from '../service.ts'
import { mailedToken } from '../stories/parts/post-box.ts'
import type { Principal } from './cast.ts'
import { samplesOfBatches } from './samples-of-batches.ts'
import { samplesOfEvents } from './samples-of-events.ts'
import { samplesOfFiscalReceipts } from './samples-of-fiscal-receipts.ts'
import { samplesOfInvoices } from './samples-of-invoices.ts'
import { samplesOfMoney } from './samples-of-money.ts'
import { samplesOfPayouts } from './samples-of-payouts.ts'
import { samplesOfPrivacy } from './samples-of-privacy.ts'
import { samplesOfStatements } from './samples-of-statements.ts'
import { backupCode, confirmSecondFactor, sixDigits } from './second-factor.ts'
import type { Sample, Stage } from './stage.ts'

/**
 * These end sessions, change passwords, take back that a merchant is verified, or are for who has not joined a merchant meanwhile: each gets people of its own.
 */
export const spendsPeople = new Set([
  'signOut',
  'changePassword',
  'enableTwoFactor',
  'disableTwoFactor',
  'verifyTotp',
  'verifyBackupCode',
  'regenerateBackupCodes',
  'removeDocument',
  'adminReadDocument',
  'adminSetRiskListEntry',
  'adminRemoveRiskListEntry',
])

/** One after another: they share a person whose codes are used up, or there may be one at a time only. */
export const inTurn = new Set([...spendsPeople, 'replayEvents'])

let made = 0
function freshEmail(): string {
  made += 1
  return `fresh${made}@sample.test`
}

const ofMerchant: Sample = async ({ cast }) => ({ params: { merchant_id: cast.merchantId } })
const ofNobody: Sample = async () => ({})
const withPassword: Sample = async () => ({ body: { password } })

export const samples: Record<string, Sample> = {
  signUp: async () => ({ body: { name: 'Neema', email: freshEmail(), password } }),
  signIn: async ({ cast }) => ({ body: { email: cast.emails.viewer, password } }),
  signOut: ofNobody,
  readSession: ofNobody,
  requestPasswordReset: async ({ cast }) => ({ body: { email: cast.emails.viewer } }),
  resetPassword: async ({ service }) => ({
    body: { token: await resetToken(service), new_password: `${password} 2` },
  }),
  verifyTotp: sixDigits,
  verifyBackupCode: backupCode,
  changePassword: async () => ({ body: { current_password: password, new_password: `${password} 2` } }),
  enableTwoFactor: withPassword,
  disableTwoFactor: withPassword,
  regenerateBackupCodes: async (stage, principal) => {
    await confirmSecondFactor(stage, principal)
    return { body: { password } }
  },
  listSessions: ofNobody,
  revokeSession: async (stage, principal) => ({
    params: { session_id: await otherSession(stage, principal) },
  }),
  revokeOtherSessions: ofNobody,
  changeMe: async () => ({ body: { language: 'sw' } }),
  readMe: ofNobody,
  createMerchant: async () => ({ body: { name: 'Duka Jipya' } }),
  acceptInvitation: async (stage, principal) => ({ body: { token: await invitation(stage, principal) } }),
  readMerchant: ofMerchant,
  changeMerchantLooks: async ({ cast }) => ({
    params: { merchant_id: cast.merchantId },
    body: { display_name: 'Mama Asha', brand_colour: '#0A7D4F', language: 'sw' },
  }),
  inviteMember: async ({ cast }) => ({
    params: { merchant_id: cast.merchantId },
    body: { email: freshEmail(), role: 'viewer' },
  }),
  listMembers: ofMerchant,
  changeMember: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, member_id: await someMember(stage) },
    body: { role: 'cashier' },
  }),
  removeMember: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, member_id: await someMember(stage) },
  }),
  uploadDocument: async ({ cast }) => ({ params: { merchant_id: cast.merchantId }, body: certificate }),
  listDocuments: ofMerchant,
  removeDocument: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, document_id: await sentInDocument(stage) },
  }),
  adminListDocuments: ofMerchant,
  adminReadDocument: async (stage) => ({ params: { document_id: await sentInDocument(stage) } }),
  readCaller: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  createApiKey: async ({ cast }) => ({
    params: { merchant_id: cast.merchantId },
    body: { environment: 'sandbox', scopes: ['balance:read'] },
  }),
  listApiKeys: ofMerchant,
  changeApiKey: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, key_id: await keyToEnd(stage) },
    body: { name: 'Shop server', allowed_ips: ['41.59.0.0/16'] },
  }),
  revokeApiKey: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, key_id: await keyToEnd(stage) },
  }),
  rotateApiKey: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, key_id: await keyToEnd(stage) },
    body: { overlap_seconds: 60 },
  }),
  createCustomer: async ({ cast }) => ({
    headers: { 'x-merchant-id': cast.merchantId },
    body: { name: 'Asha Mrema', phone: '0712345678' },
  }),
  listCustomers: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  readCustomer: async (stage) => ({
    params: { customer_id: await liveCustomer(stage) },
    headers: { 'x-merchant-id': stage.cast.merchantId },
  }),
  changeCustomer: async (stage) => ({
    params: { customer_id: await liveCustomer(stage) },
    headers: { 'x-merchant-id': stage.cast.merchantId },
    body: { metadata: { loyalty: 'gold' } },
  }),
  ...samplesOfMoney,
  ...samplesOfInvoices,
  ...samplesOfStatements,
  ...samplesOfFiscalReceipts,
  ...samplesOfPrivacy,
  ...samplesOfPayouts,
  ...samplesOfBatches,
  ...samplesOfEvents,
  adminListMerchants: ofNobody,
  adminReadMerchant: async ({ cast }) => ({ params: { merchant_id: cast.merchantId } }),
  adminCreateMerchant: async () => ({ body: { name: 'Duka', owner_email: freshEmail() } }),
  adminChangeMerchant: async ({ service }) => ({
    // Of somebody else: those who may withdraw here must stay verified.
    params: { merchant_id: (await newMerchant(service)).merchantId },
    body: { verification_status: 'pending' },
  }),
}

const certificate = {
  kind: 'tin_certificate',
  file_name: 'TIN certificate.pdf',
  content: Buffer.from('%PDF-1.7\n% the TIN of a shop\n').toString('base64'),
}

let documents = 0

/** Of a merchant that is not verified yet: what one was verified by stays. */
async function sentInDocument({ service, cast }: Stage): Promise<string> {
  documents += 1
  const content = Buffer.from(`%PDF-1.7\n% document ${documents}\n`).toString('base64')
  await service.world.sql`
    update merchants set verification_status = 'unverified' where id = ${cast.merchantId}`
  const { body } = await service.call(`/v1/merchants/${cast.merchantId}/documents`, {
    cookie: cast.ownerCookie,
    body: { ...certificate, content },
  })
  return String(body.data.id)
}

/** One that the person has elsewhere; those who are no people name one that is nobody's. */
async function otherSession({ service, cast }: Stage, principal: Principal): Promise<string> {
  const email = cast.emails[principal]
  if (email === undefined) return service.world.newId()
  await sessionOf(service, email)
  const [row] = await service.world.sql<{ id: string }[]>`
    select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email} order by s.id desc limit 1`
  return row?.id ?? ''
}

async function resetToken(service: Service): Promise<string> {
  const email = freshEmail()
  await newPerson(service, email)
  await service.call('/v1/auth/request-password-reset', { body: { email } })
  return await mailedToken(service, email)
}

/** To a merchant nobody belongs to yet; those who are no people get one that is not theirs. */
async function invitation({ service, cast }: Stage, principal: Principal): Promise<string> {
  const email = cast.emails[principal] ?? freshEmail()
  const { merchantId } = await newMerchant(service)
  const wish = { merchantId, merchantName: 'Duka', email, role: 'viewer', invitedBy: null } as const
  await service.world.sql.begin((tx) => inviteMembers(tx, service.world, [wish]))
  return await mailedToken(service, email)
}

async function someMember({ service, cast }: Stage): Promise<string> {
  const { user_id: userId } = await newMember(service, {
    merchantId: cast.merchantId,
    email: freshEmail(),
    role: 'viewer',
  })
  const [row] = await service.world.sql<
    { id: string }[]
  >`select id from memberships where user_id = ${userId}`
  return row?.id ?? ''
}

async function keyToEnd({ service: { world }, cast }: Stage): Promise<string> {
  const by = { actor: { kind: 'operator', id: null }, requestId: null } as const
  const wishes = [{ merchantId: cast.merchantId, environment: 'live' } as const]
  const [key] = await world.sql.begin((tx) => createApiKeys(tx, world, by, wishes))
  return key?.row.id ?? ''
}

async function liveCustomer({ service, cast }: Stage): Promise<string> {
  const { body } = await service.call('/v1/customers', {
    ...cast.credentials.live_key,
    body: { name: 'Asha Mrema' },
  })
  return String(body.data.id)
}
