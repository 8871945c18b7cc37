export { type AddressGuard, createAddressGuard, isAddressRange, type ResolveHost } from './address-guard.ts'
export { type Attempted, deadlineMs, type Letter, type Send } from './attempt.ts'
export { createSender } from './send-letter.ts'
export { signedHeaders } from './sign-letter.ts'
