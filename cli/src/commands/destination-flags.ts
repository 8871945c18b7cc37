import { type Command, Option } from 'commander'
import { said } from './flags.ts'

export const methodNames = {
  'mobile-money': 'MOBILE_MONEY',
  'bank-account': 'BANK_ACCOUNT',
  'provider-pesa': 'PROVIDER_PESA',
} as const
export type MethodName = keyof typeof methodNames

export function methodOption(): Option {
  return new Option('--method <method>', 'where to').choices(Object.keys(methodNames)).default('mobile-money')
}

/** Whose number or account it is, for whoever decides. */
export function lookUpOption(): Option {
  return new Option('--look-up <id>', 'the look_up_id of destinations look-up, within 24 hours')
}

export type WhereBack = {
  destinationMethod?: MethodName
  destinationCode?: string
  destinationIdentifier?: string
  destinationName?: string
  bankName?: string
}

/** Money goes back to whoever paid. Where nobody knows who that was, as of a code that was scanned, it is said with these. */
export function withWhereBack(command: Command): Command {
  return command
    .addOption(
      new Option('--destination-method <method>', 'where to, if nobody knows who paid').choices(
        Object.keys(methodNames),
      ),
    )
    .option(
      '--destination-code <code>',
      'the network or bank, like MPESA or CRDB (GET /v1/destinations has them)',
    )
    .option('--destination-identifier <number>', 'phone or account number')
    .option('--destination-name <name>', 'of the recipient')
    .option('--bank-name <name>', 'of the bank, for bank accounts')
}

export function whereBack(wish: WhereBack) {
  const { destinationMethod: method } = wish
  return said({
    destination_method: method && methodNames[method],
    destination_code: wish.destinationCode,
    destination_identifier: wish.destinationIdentifier,
    destination_name: wish.destinationName,
    bank_name: wish.bankName,
  })
}
