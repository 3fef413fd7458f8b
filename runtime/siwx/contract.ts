/** What the core knows of sign-in. Types only: the part itself comes with builds whose config names it. */
import type { ComponentType } from 'react'
import type { Kit } from '../kit.ts'

export type SiwxPart = {
  /**
   * Looks whether the active account on its network has a session, and asks for one where it has none. Resolves once that
   * is known: the screen that asks stands by then. Never throws.
   */
  settle: (kit: Kit) => Promise<void>
  /** The screen that asks. */
  view: () => Promise<{ default: ComponentType<{ params: undefined }> }>
}
export type LoadSiwx = () => Promise<{ default: SiwxPart }>

/** The config's `siwx` (decisions 3.5). */
export type SiwxOptions = {
  /** A visitor who does not sign is disconnected (default: true). */
  required?: boolean
  /** Where sessions are kept (default: local). */
  storage?: 'local' | 'server'
  /** The server half's address, for `server` (default: `/siwx` of the page's origin). */
  endpoint?: string
  /** The sentence that the visitor signs. */
  statement?: string
  /** ms until a session ends; without it, never. */
  expiration?: number
  /** Who asks (default: the page's host). */
  domain?: string
  /** (Default: the page's origin.) */
  uri?: string
  resources?: string[]
}
