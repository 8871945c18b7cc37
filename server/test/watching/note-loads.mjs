import { registerHooks } from 'node:module'

/** Says of each file of ours that it is loaded, for a test that must know which are not. */
registerHooks({
  load(url, context, next) {
    if (url.includes('/server/src/')) process.stderr.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
