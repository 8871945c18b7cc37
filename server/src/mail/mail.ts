export { type Mail, queueMail } from './queue-mail.ts'
export { type Post, sendOwedMail, smtpPost } from './send-mail.ts'
