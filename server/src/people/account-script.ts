/** The script of the account pages. It only calls the public interface; there is nothing here that curl could not do. */
export const accountScript = `'use strict'
const form = document.querySelector('form')
const status = document.querySelector('[role=status]')

async function call(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (answer.success) return answer.data
  const { message, details } = answer.error
  throw new Error(Array.isArray(details) ? details.map(({ field, problem }) => field + ' ' + problem).join('; ') : message)
}

async function signIn({ name, email, password, code }) {
  if (code) return call('/v1/auth/two-factor/verify-totp', { code })
  if (name) return call('/v1/auth/sign-up/email', { name, email, password })
  return call('/v1/auth/sign-in/email', { email, password })
}

const actions = {
  async join(fields) {
    const { two_factor_required: needsCode } = await signIn(fields)
    if (needsCode) {
      form.elements.code.closest('label').hidden = false
      form.elements.code.focus()
      return 'Now give the code from your authenticator app.'
    }
    const joined = await call('/v1/invitations/accept', { token: location.pathname.split('/').at(-1) })
    form.hidden = true
    return 'You now act for ' + joined.name + ' as ' + joined.role + '.'
  },
  async reset({ password }) {
    const token = new URLSearchParams(location.search).get('token') ?? ''
    await call('/v1/auth/reset-password', { token, new_password: password })
    form.hidden = true
    return 'Your password is changed. You can sign in with it now.'
  },
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  try {
    status.textContent = await actions[form.dataset.does](Object.fromEntries(new FormData(form)))
  } catch (error) {
    status.textContent = error.message
  } finally {
    button.disabled = false
  }
})
`
