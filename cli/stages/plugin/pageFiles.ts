/**
 * Lists the files that a page could get for a package: bundlers read several fields of its package.json. Pure
 * functions.
 */
import { isObject, type Json, type JsonObject } from '../../../schema/pieces.ts'

/** A file that a page could get, and the key of package.json that names it. */
export type PageFile = { key: string; file: string }

/**
 * `main`, and the fields that vite, rolldown, esbuild, webpack and frameworks built on them read instead of `main` or
 * before it.
 */
const ENTRY = /^(main|module|browser|jsnext(:.*)?|esnext|f?esm?20\d\d)$/

/**
 * Every file that an import of the package by its name could give: one for each condition of its export map except
 * `types`, and one for each other field, because some bundlers read that field first.
 */
export function pageFiles(manifest: JsonObject): PageFile[] {
  const { exports } = manifest
  const files = filesIn(isObject(exports) && '.' in exports ? exports['.'] : exports)
  const exported = files.map((file) => ({ key: 'exports', file }))
  const fields = Object.entries(manifest).flatMap(([key, file]) =>
    ENTRY.test(key) && typeof file === 'string' ? [{ key, file }] : [],
  )
  const isNamed = exported.length > 0 || fields.some(({ key }) => key === 'main')
  return [...exported, ...fields, ...(isNamed ? [] : [{ key: 'main', file: './index.js' }])]
}

/** Whether a bundler for browsers replaces files of the package by others: the key `browser` can be such a table. */
export const replacesFiles = ({ browser }: JsonObject) => typeof browser === 'object' && browser !== null

function filesIn(target: Json | undefined): string[] {
  if (typeof target === 'string') return [target]
  if (Array.isArray(target)) return target.flatMap(filesIn)
  return Object.entries(isObject(target) ? target : {}).flatMap(([condition, inner]) =>
    condition === 'types' ? [] : filesIn(inner),
  )
}
