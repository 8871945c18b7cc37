// Signs in through the public interface, whose limits count every attempt, and opens the page again.
const form = document.getElementById('sign-in')
const status = document.getElementById('signing-in')
const words = JSON.parse(form.dataset.words)

async function call(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (answer.success) return answer.data
  const { code, message } = answer.error
  throw new Error(words.problems[code] ?? words.problems.other ?? message)
}

async function signIn({ email, password, code }) {
  if (code) return await call('/v1/auth/two-factor/verify-totp', { code })
  return await call('/v1/auth/sign-in/email', { email, password })
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const { two_factor_required: needsCode } = await signIn(Object.fromEntries(new FormData(form)))
    if (!needsCode) return location.reload()
    form.elements.code.closest('label').hidden = false
    form.elements.code.focus()
    status.textContent = words.giveCode
  } catch (error) {
    status.textContent = error.message
  } finally {
    button.disabled = false
  }
})
