/**
 * The files with the scripts of the login service's pages. `login`: the frame and its review window. `solana`: loaded
 * by the frame to describe a Solana transaction. `lock`: loaded by the frame and the window for the lock of the keys
 * and for passkeys. `pages`: all other pages. The scripts are separate so that the frame's stays small.
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
