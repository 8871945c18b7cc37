const byCode: Record<string, string> = {
  unauthenticated: 'Your session is over. Run malipo-dev login.',
  invalid_api_key: 'Run malipo-dev login for a new key, or look at MALIPO_KEY and --api-key.',
  dashboard_session_required: 'Run malipo-dev login: keys cannot do this.',
  insufficient_scope:
    'Use a key that has it, or run malipo-dev login, whose key has what these commands need.',
  not_found: 'What is live is found with --live only, and what is in the sandbox only without.',
  insufficient_balance: 'In the sandbox, add test money: malipo-dev sandbox top-up 100000',
  connection_failed: 'Is the service running there? --url and MALIPO_URL say where.',
  unreadable_reply: 'Look at --url and MALIPO_URL.',
}

/** What to do at this command about a refusal, beyond what the refusal says itself. */
export function adviceFor(code: string): string | undefined {
  return byCode[code]
}
