/**
 * The form in which each library's own file tells the import how to find the library's setup in a project, and how to
 * read its options into walletkit's config. Also the libraries' names.
 */
import type { JsonObject } from '../../schema/pieces.ts'
import type { Draft } from './draft.ts'
import type { Reader } from './evaluate/index.ts'
import type { SourceProject } from './project.ts'
import type { Found } from './setup.ts'

export type Library = {
  /** The call or element of a setup, as messages name it. */
  call: string
  /**
   * The default values of that library's features. Of the features that are missing here, those of plugins start as
   * off, and those of the core with walletkit's default.
   */
  features: JsonObject
  /** The packages that the library consists of. */
  packages: RegExp
  /** Every setup in the project. */
  find: (project: SourceProject, reader: Reader) => Found[]
  /** Fills the draft from one setup that `find` returned. Returns the files that contain parts of it. */
  read: (setup: Found, project: SourceProject, reader: Reader, draft: Draft) => string[]
}

/**
 * The names that `walletkit import` takes. They are in this file so that the command's help need not load the tables.
 */
export const LIBRARY_NAMES = [
  'appkit',
  'rainbowkit',
  'connectkit',
  'onchainkit',
  'web3-onboard',
  'solana-wallet-adapter',
] as const

export type LibraryName = (typeof LIBRARY_NAMES)[number]
