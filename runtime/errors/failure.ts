/**
 * Classifies why a part of the modal is missing: its code failed to load, its plugin failed to start, or its view
 * threw.
 */
import { causes } from './causes.ts'
import { PluginError } from './plugin.ts'
import { readMessage } from './rejection.ts'

/** Why a part of the modal is missing, as a code of the error catalogue. */
export type Failure = 'CHUNK_FAILED' | 'PLUGIN_FAILED' | 'VIEW_FAILED'

/**
 * The texts of Chromium, Firefox, WebKit, webpack, Turbopack and Vite when code fails to load, because they share no
 * error code. The pattern must not match an error of a plugin's own requests ("Failed to fetch").
 */
const UNFETCHED = /dynamically imported module|module script failed|loading (css )?chunk|load chunk|preload css/i

/** Classifies a thrown error. A plugin's loading and setup throw a {@link PluginError}; its view may throw anything. */
export function failureOf(error: unknown): Failure {
  for (const cause of causes(error)) if (UNFETCHED.test(readMessage(cause))) return 'CHUNK_FAILED'
  return error instanceof PluginError ? 'PLUGIN_FAILED' : 'VIEW_FAILED'
}
