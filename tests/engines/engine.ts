/** The actions of a visitor, which are implemented for each of the three engines in a file of its own. */

export type Key = 'Tab' | 'Enter' | 'Escape'

/** The frames of the pages, by selector: the login service's, and the studio's preview. */
export const FRAMES = { frame: '#w3m-iframe', preview: 'iframe.frame' }

/** Where an action happens: in one of the page's frames, or in the window that the login service opened last. */
export type Inside = keyof typeof FRAMES | 'window'

/** A device that keeps passkeys. Its owner agrees to everything at once. */
export type Authenticator = {
  /** The signature counter of each passkey. It grows with each signature; by how much, and from where, differs. */
  counters: () => Promise<number[]>
}

/** A browser with a new profile and one page. Coordinates are CSS pixels of the viewport. */
export type Driver = {
  go: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Evaluates an expression in the page and returns its value as JSON. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Evaluates an expression in a frame or in the login service's window. Resolves with `undefined` if there is none. */
  inside: <T>(where: Inside, expression: string) => Promise<T | undefined>
  /** Clicks at a point, in the page's coordinates for the frame, and in the window's for the window. */
  clickInside: (where: Inside, x: number, y: number) => Promise<void>
  /** Moves the pointer to this point and clicks. */
  click: (x: number, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  key: (key: Key) => Promise<void>
  /** Gives the browser a device, until the page closes. Absent where the engine can have none. */
  addAuthenticator?: () => Promise<Authenticator>
  /** The viewport as a PNG. */
  screenshot: () => Promise<Buffer>
  /** The errors that the engine itself has logged so far, from all frames. */
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
