/** What our pages say, in English. `{…}` is filled in; the other languages have the same words under the same names. */
export const english = {
  readIn: 'Read in English',
  needsJavaScript: 'This page needs JavaScript.',
  frontPage: {
    title: 'Payments for Tanzania and its neighbours',
    version: 'Malipo {version}, at {address}',
    reference: 'API reference',
    aboutReference: 'Every call, with its fields and answers. Try it from the page.',
    openApi: 'OpenAPI 3.1',
    aboutOpenApi: 'The same as data, for your tools.',
    readiness: 'Readiness',
    aboutReadiness: 'Is the database reachable and up to date?',
  },
  account: {
    email: 'E-mail',
    password: 'Password',
    // Empty: the service explains itself in English.
    problems: {} as Record<string, string>,
  },
  joining: {
    title: 'Join a merchant',
    howTo: 'Sign in with the address that was invited. If you are new here, give your name and sign up.',
    name: 'Name, if you are new',
    code: 'Code from your authenticator app',
    join: 'Join',
    giveCode: 'Now give the code from your authenticator app.',
    joined: 'You now act for {name} as {role}.',
    roles: {
      owner: 'owner',
      admin: 'admin',
      finance: 'finance',
      developer: 'developer',
      viewer: 'viewer',
    },
  },
  newPassword: {
    title: 'Choose a new password',
    password: 'New password',
    save: 'Save',
    saved: 'Your password is changed. You can sign in with it now.',
  },
}

export type Words = typeof english
