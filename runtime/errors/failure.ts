/** Why a part of the modal is not there: it could not be fetched, its plugin did not start, or its view threw. */
import { causes } from './causes.ts'
import { PluginError } from './plugin.ts'
import { readMessage } from './rpc.ts'

/** A code of the error catalogue. */
export type Failure = 'CHUNK_FAILED' | 'PLUGIN_FAILED' | 'VIEW_FAILED'

/**
 * What browsers and bundlers say when code cannot be fetched: Chromium and Firefox, WebKit, webpack, Turbopack, Vite. They
 * give no code. What a plugin says of its own requests ("Failed to fetch") must not match.
 */
const UNFETCHED = /dynamically imported module|module script failed|loading (css )?chunk|load chunk|preload css/i

/** Of an error as it was thrown: a plugin's loading and its setup throw a {@link PluginError}, its view throws anything. */
export function failureOf(error: unknown): Failure {
  for (const cause of causes(error)) if (UNFETCHED.test(readMessage(cause))) return 'CHUNK_FAILED'
  return error instanceof PluginError ? 'PLUGIN_FAILED' : 'VIEW_FAILED'
}
