import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  allowPages,
  chooseLanguage,
  html,
  type Language,
  type Page,
  sendPage,
  serveFile,
  styleSheet,
  wordsIn,
} from '../pages/pages.ts'

/** The two pages that our own mails lead to: joining a merchant, and choosing a new password. */
export async function serveAccountPages(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(async (pages) => {
    allowPages(pages, baseUrl, { styles: styleSheet, scripts: 'own' })
    const script = serveFile(pages, '/account.js', join(import.meta.dirname, 'account.js'))
    pages.get('/invitations/:token', async (request, reply) =>
      sendPage(request, reply, joinPage(chooseLanguage(request), script)),
    )
    pages.get('/reset-password', async (request, reply) =>
      sendPage(request, reply, newPasswordPage(chooseLanguage(request), script)),
    )
  })
}

function joinPage(language: Language, script: string): Page {
  const { account, joining, needsJavaScript } = wordsIn(language)
  const { giveCode, joined, roles } = joining
  return {
    language,
    script,
    title: joining.title,
    content: html`<p>${joining.howTo}</p>
<form data-does="join" data-words="${JSON.stringify({ giveCode, joined, roles, problems: account.problems })}">
<label>${account.email} <input name="email" type="email" autocomplete="username" required></label>
<label>${account.password} <input name="password" type="password" autocomplete="current-password" minlength="8" required></label>
<label>${joining.name} <input name="name" autocomplete="name" maxlength="120"></label>
<label hidden>${joining.code} <input name="code" autocomplete="one-time-code"></label>
<button>${joining.join}</button>
</form>
<p role="status"></p>
<noscript><p>${needsJavaScript}</p></noscript>`,
  }
}

function newPasswordPage(language: Language, script: string): Page {
  const { account, newPassword, needsJavaScript } = wordsIn(language)
  return {
    language,
    script,
    title: newPassword.title,
    content: html`<form data-does="reset" data-words="${JSON.stringify({ saved: newPassword.saved, problems: account.problems })}">
<label>${newPassword.password} <input name="password" type="password" autocomplete="new-password" minlength="8" required></label>
<button>${newPassword.save}</button>
</form>
<p role="status"></p>
<noscript><p>${needsJavaScript}</p></noscript>`,
  }
}
