/** What a visitor does in a page, in words that three engines share. Each engine has its own file beside this one. */

export type Key = 'Tab' | 'Enter' | 'Escape'

/** A fresh profile with one page in it. Coordinates are CSS pixels of the viewport. */
export type Driver = {
  go: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** The value of an expression in the page, as JSON carries it. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Moves the pointer there and presses. */
  click: (x: number, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  key: (key: Key) => Promise<void>
  /** The viewport as a PNG. */
  screenshot: () => Promise<Buffer>
  /** Errors that the engine itself logged so far, of every frame. */
  log: () => readonly string[]
  close: () => Promise<void>
}

export type Running = { open: () => Promise<Driver>; stop: () => Promise<void> }

export type Engine = {
  name: 'chromium' | 'firefox' | 'webkit'
  /** Says which engine a page runs in, by its user agent. */
  agent: RegExp
  /** `env` is the engine's environment: its language comes from there. */
  start: (path: string, env: NodeJS.ProcessEnv) => Promise<Running>
}

export const VIEWPORT = { width: 1280, height: 900 }
