export { inviteMembers, isInvited, type SentInvitation } from './invite-members.ts'
export { memberRoutes } from './member-routes.ts'
export { ledgerRoutes, merchantRoutes, type PendingTotal, showMerchant } from './merchant-routes.ts'
export { type OpenedMerchant, openMerchants } from './open-merchants.ts'
