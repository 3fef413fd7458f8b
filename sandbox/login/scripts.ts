/**
 * The files with the scripts of the service's pages. `login`: the frame and its review window. `solana`: what the frame
 * needs besides for a transaction of Solana. `lock`: what the window needs besides to lock a wallet. `pages`: all other
 * pages. They are apart so that the frame stays small.
 */
export const SCRIPTS = {
  login: 'login.js',
  solana: 'login-solana.js',
  lock: 'login-lock.js',
  pages: 'login-pages.js',
} as const
export type LoginScript = keyof typeof SCRIPTS

/** The script that is in the file of this name; `undefined` for any other name. */
export const scriptIn = (file: string): LoginScript | undefined =>
  (Object.keys(SCRIPTS) as LoginScript[]).find((each) => SCRIPTS[each] === file)
