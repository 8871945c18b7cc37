import type { FastifyInstance } from 'fastify'
import { allowPages } from '../http/http.ts'
import { accountScript } from './account-script.ts'

/** The two pages that our own mails lead to: joining a merchant, and choosing a new password. */
export async function serveAccountPages(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(async (pages) => {
    allowPages(pages, baseUrl, { styles: true, scripts: 'own' })
    pages.get('/invitations/:token', async (_request, reply) => reply.type(html).send(joinPage))
    pages.get('/reset-password', async (_request, reply) => reply.type(html).send(resetPage))
    pages.get('/account.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(accountScript),
    )
  })
}

const html = 'text/html; charset=utf-8'

const joinPage = page(
  'Join a merchant',
  `<p>Sign in with the address that was invited. If you are new here, give your name and sign up.</p>
<form data-does="join">
<label>E-mail <input name="email" type="email" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" minlength="8" required></label>
<label>Name, if you are new <input name="name" autocomplete="name" maxlength="120"></label>
<label hidden>Code from your authenticator app <input name="code" autocomplete="one-time-code"></label>
<button>Join</button>
</form>`,
)

const resetPage = page(
  'Choose a new password',
  `<form data-does="reset">
<label>New password <input name="password" type="password" autocomplete="new-password" minlength="8" required></label>
<button>Save</button>
</form>`,
)

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Malipo</title>
<style>
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 24rem; margin: 10vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
form, label:not([hidden]) { display: grid; gap: .35rem; }
form { gap: 1rem; }
input { font: inherit; padding: .6rem .7rem; border: 1px solid color-mix(in srgb, currentColor 35%, transparent);
  border-radius: .5rem; background: transparent; color: inherit; }
button { font: inherit; font-weight: 600; padding: .7rem; border: 0; border-radius: .5rem; background: #0a7d4f; color: #fff; }
button:disabled { opacity: .6; }
[role=status] { min-height: 1.6em; }
</style>
<script src="/account.js" defer></script>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
<p role="status"></p>
<noscript><p>This page needs JavaScript.</p></noscript>
</main>
</body>
</html>
`
}
