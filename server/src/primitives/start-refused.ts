/** The service cannot start as things are. The message is the one line an operator reads: what is wrong, what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
