// The script of the account pages. It only calls the public interface; there is nothing here that curl could not do.
const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
const words = JSON.parse(form.dataset.words)

async function call(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (answer.success) return answer.data
  throw new Error(explain(answer.error))
}

/** What went wrong, in the page's language where it has words for it, else as the service says it. */
function explain({ code, message, details }) {
  const fields = Array.isArray(details) ? details : []
  const { problems } = words
  return (
    problems[fields[0]?.field] ??
    problems[code] ??
    problems.other ??
    (fields.map(({ field, problem }) => `${field} ${problem}`).join('; ') || message)
  )
}

/** What the link of an invitation ends with. */
function token() {
  return location.pathname.split('/').at(-1)
}

async function signIn({ name, email, password, code }) {
  if (code) return call('/v1/auth/two-factor/verify-totp', { code })
  if (name) return call('/v1/auth/sign-up/email', { name, email, password, invitation_token: token() })
  return call('/v1/auth/sign-in/email', { email, password })
}

const actions = {
  async join(fields) {
    const { two_factor_required: needsCode } = await signIn(fields)
    if (needsCode) {
      form.elements.code.closest('label').hidden = false
      form.elements.code.focus()
      return words.giveCode
    }
    const { name, role } = await call('/v1/invitations/accept', {
      token: token(),
    })
    form.hidden = true
    const values = { name, role: words.roles[role] ?? role }
    return words.joined.replace(/\{(\w+)\}/g, (_, hole) => values[hole])
  },
  async reset({ password }) {
    const token = new URLSearchParams(location.search).get('token') ?? ''
    await call('/v1/auth/reset-password', { token, new_password: password })
    form.hidden = true
    return words.saved
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
