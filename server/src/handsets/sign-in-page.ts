import { html, type Language, type Page, wordsIn } from '../pages/pages.ts'
import { simulatorStyles } from './simulator-page.ts'

/** Where nobody is signed in, all there is to see. The script asks our own sign-in, with its limits. */
export function signInPage(language: Language, script: string): Page {
  const { account, simulator: words, needsJavaScript } = wordsIn(language)
  return {
    ...bare(language, words.signIn),
    script,
    content: html`<p>${words.signInWhy}</p>
<form class="sign-in" id="sign-in" data-words="${JSON.stringify({ giveCode: words.giveCode, problems: account.problems })}">
<label>${account.email} <input name="email" type="email" autocomplete="username" required></label>
<label>${account.password} <input name="password" type="password" autocomplete="current-password" required></label>
<label hidden>${words.code} <input name="code" autocomplete="one-time-code" inputmode="numeric"></label>
<button>${words.enter}</button>
</form>
<p role="status" id="signing-in"></p>
<noscript><p>${needsJavaScript}</p></noscript>`,
  }
}

/** Whoever is signed in and may not, or asks for what is not there. */
export function plainPage(language: Language, sentence: string): Page {
  return { ...bare(language, sentence), content: html`` }
}

function bare(language: Language, title: string) {
  return {
    language,
    title,
    frame: {
      styles: simulatorStyles,
      windowTitle: `${title} · Malipo`,
      head: html``,
      banner: html``,
      name: html`<img src="/favicon.ico" width="28" height="28" alt=""> malipo`,
      heading: html`<h1>${title}</h1>`,
      foot: html``,
    },
  }
}
