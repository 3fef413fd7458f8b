/** The interface of a visitor's actions that all three engines implement, each in its own file. */

export type Key = 'Tab' | 'Enter' | 'Escape'

/** The login service's frame in the page, or the window that it opened last. */
export type Inside = 'frame' | 'window'

/** A fresh profile with one page in it. Coordinates are CSS pixels of the viewport. */
export type Driver = {
  go: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Evaluates an expression in the page and returns its value as JSON. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Evaluates an expression in the login service's frame or window. `undefined` where there is none. */
  inside: <T>(where: Inside, expression: string) => Promise<T | undefined>
  /** Clicks at this point of the page (also for the frame), or of the window. */
  clickInside: (where: Inside, x: number, y: number) => Promise<void>
  /** Moves the pointer to this point and clicks. */
  click: (x: number, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  key: (key: Key) => Promise<void>
  /** The viewport as a PNG. */
  screenshot: () => Promise<Buffer>
  /** Errors that the engine itself logged so far, from all frames. */
  log: () => readonly string[]
  close: () => Promise<void>
}

export type Running = { open: () => Promise<Driver>; stop: () => Promise<void> }

export type Engine = {
  name: 'chromium' | 'firefox' | 'webkit'
  /** Matches the engine's user agent. */
  agent: RegExp
  /** `env` is the engine's environment, which sets its language. */
  start: (path: string, env: NodeJS.ProcessEnv) => Promise<Running>
}

export const VIEWPORT = { width: 1280, height: 900 }
