export { type AddressGuard, createAddressGuard, isAddressRange, type ResolveHost } from './address-guard.ts'
export { specialPurposeOf } from './address-ranges.ts'
export { type Attempted, createSender, deadlineMs, type Letter, type Send } from './send-letter.ts'
export { signedHeaders } from './sign-letter.ts'
