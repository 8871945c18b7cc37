import type { OperationId } from '@malipo/contract'
import type { Seen } from './walk-screens.ts'

type Action = {
  /** On which screen, and what the button says. */
  where: RegExp
  /** The operation that it carries out or leads to; null where it only changes what is shown. */
  needs: OperationId | null
  /** Pressed by everybody who sees it: it asks the service at once, and does nobody harm. */
  isPressed?: true
}

const action = (where: RegExp, needs: Action['needs'], isPressed?: true): Action => ({
  where,
  needs,
  ...(isPressed && { isPressed }),
})

/** Everything that can be pressed on the screens of a merchant, as `screen: button`. What is in no row makes the walk fail. */
export const actions: readonly Action[] = [
  action(
    /: (Show|Views|Print|Copy .*|Open simulated phones|Events|PDF|Receipt|Mend|Show more|\d+ new)$/,
    null,
  ),
  action(/^(home|withdrawals): Test withdrawal$/, 'submitWithdrawal'),
  action(/^withdrawals\/new: Review$/, 'submitWithdrawal'),
  action(/^home: Answer$/, 'answerWithdrawalInfoRequest'),
  action(/^(home|customers\/:id): Request test payment$/, 'createUssdPushCollection'),
  action(/^(payments|statement|events|sandbox\/outbox): New test payment$/, 'createUssdPushCollection'),
  action(/^payments: Export CSV$/, 'listMerchantCollections'),
  action(/^payments\/new: (\d\d .*|Send test request)$/, 'createUssdPushCollection'),
  action(/^payments\/:id: Check now$/, 'refreshCollectionStatus', true),
  action(/^payments\/:id: Replay: /, 'retryWebhookDelivery'),
  action(/^payments\/:id: Send again: /, 'replayEvents'),
  action(/^withdrawals\/:id: Cancel test withdrawal$/, 'cancelWithdrawal'),
  action(/^payments\/:id: Refund( \(test\))?$/, 'createRefund'),
  action(/^payments\/:id: Cancel refund$/, 'cancelRefund'),
  action(/^statements: Prepare$/, 'requestStatement'),
  action(/^statements: Save$/, 'changeStatementSchedule'),
  action(/^statements\/:id: Download (PDF|CSV|JSON)$/, 'readStatementFile'),
  action(/^statement: Statements by days$/, 'listStatements'),
  action(/^payments\/:id: Edit metadata$/, 'changeCollection'),
  action(/^withdrawals\/:id: Edit metadata$/, 'changeDisbursement'),
  action(/^links\/:id: Edit metadata$/, 'changePaymentLink'),
  action(/^invoices\/:id: Edit metadata$/, 'changeInvoice'),
  action(/^customers\/:id: Edit metadata$/, 'changeCustomer'),
  action(/^networks: Save$/, 'changeSandboxNetwork'),
  action(/^(withdrawals|recipients)\/new: Check the name$/, 'lookUpDestination'),
  action(/^recipients: Add test recipient$/, 'createRecipient'),
  action(/^recipients: How strict$/, 'readRecipientSettings'),
  action(/^recipients\/new: Save test recipient$/, 'createRecipient'),
  action(/^recipients\/settings: Save$/, 'changeRecipientSettings', true),
  action(/^recipients\/:id: Test withdrawal to it$/, 'submitWithdrawal'),
  action(/^recipients\/:id: (Block|Edit metadata)$/, 'changeRecipient'),
  action(/^recipients\/:id: Remove$/, 'removeRecipient'),
  action(/^withdrawals\/:id: Send test answer$/, 'answerWithdrawalInfoRequest'),
  action(/^statement: Export CSV$/, 'listTransactions'),
  action(/^links: New test link$/, 'createPaymentLink'),
  action(/^links\/new: Make test link$/, 'createPaymentLink'),
  action(/^links\/:id: (Close|Open) test link$/, 'changePaymentLink'),
  action(/^links\/:id: (Send by WhatsApp|QR poster)$/, null),
  action(/^invoices: New test invoice$/, 'createInvoice'),
  action(/^invoices\/new: (Add item|Save test draft)$/, 'createInvoice'),
  action(/^invoices\/:id\/edit: Add item$/, 'changeInvoice'),
  action(/^invoices\/:id\/edit: Save test draft$/, 'changeInvoice', true),
  action(/^invoices\/:id: Edit$/, 'changeInvoice'),
  action(/^invoices\/:id: Cancel test invoice$/, 'voidInvoice'),
  action(/^invoices\/:id: Send test invoice$/, 'sendInvoice'),
  action(/^invoices\/:id: Issue test credit note$/, 'createCreditNote'),
  action(/^customers: Add test customer$/, 'createCustomer'),
  action(/^customers\/new: Save test customer$/, 'createCustomer'),
  action(/^till: (\d|000|Erase the last digit|Phone|QR)$/, 'createUssdPushCollection'),
  action(/^till: Today/, 'readTill'),
  action(/^keys(\/new)?: Create test key$/, 'createApiKey'),
  action(/^keys\/:id: Make the new key$/, 'rotateApiKey'),
  action(/^keys\/:id: Save addresses$/, 'changeApiKey'),
  action(/^keys\/:id: Revoke$/, 'revokeApiKey'),
  action(/^webhooks: Go-live check$/, 'checkWebhook'),
  action(/^webhooks\/check: Run the check$/, 'checkWebhook'),
  action(/^webhooks(\/replay)?: Send again$/, 'replayEvents'),
  action(/^events\/:id: Send again$/, 'replayEvents', true),
  action(/^webhooks: Change$/, 'changeWebhookConfig'),
  action(/^webhooks\/settings: (Save|Make the new secret)$/, 'changeWebhookConfig'),
  action(/^webhooks: Send a test$/, 'testWebhook', true),
  action(/^webhooks(\/endpoints\/new)?: Add an endpoint$/, 'createWebhookEndpoint'),
  action(/^webhooks\/endpoints\/:id: Save$/, 'changeWebhookEndpoint'),
  action(/^webhooks\/endpoints\/:id: Send a test$/, 'testWebhookEndpoint', true),
  action(/^webhooks\/endpoints\/:id: Make the new secret$/, 'rotateWebhookEndpointSecret'),
  action(/^webhooks\/endpoints\/:id: Delete endpoint$/, 'removeWebhookEndpoint'),
  action(/^webhooks\/deliveries\/:id: Try again now$/, 'retryWebhookDelivery', true),
  action(/^sandbox: Add test money$/, 'topUpSandbox'),
  action(/^sandbox: Make it happen now$/, 'advanceSandbox'),
  action(/^sandbox: Save$/, 'changeSandboxProfile'),
  action(/^sandbox\/phones: Look up$/, 'readSandboxSubscriber'),
  action(/^sandbox\/phones: (Approve|Decline|Pay)/, 'answerSandboxPrompt'),
  action(/^team: Invite somebody$/, 'inviteMember'),
  action(/^team\/invite: Invite$/, 'inviteMember'),
  action(/^team\/:id: Invite again$/, 'inviteMember'),
  action(/^team\/:id: (Withdraw the invitation|Remove from the team)$/, 'removeMember'),
  action(/^team\/:id: Save the role$/, 'changeMember'),
  action(/^settings(\/verification)?: Personal data$/, 'listPrivacyRequests'),
  action(/^privacy: (Carry it out|Erase)$/, 'requestPrivacy'),
  action(/^privacy: Save the file$/, 'readPrivacyRequestFile'),
  action(/^privacy: Make a file of everything$/, 'requestExport'),
  action(/^privacy: Save everything$/, 'readExportFile'),
  action(/^settings: Save$/, 'changeMerchantLooks', true),
  action(/^settings\/verification: Send in$/, 'uploadDocument'),
  action(/^settings\/verification: Take back /, 'removeDocument'),
]

export function actionOf({ screen }: Seen, button: string): Action | undefined {
  return actions.find(({ where }) => where.test(`${screen}: ${button}`))
}
