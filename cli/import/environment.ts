/** Reads the environment variables that a project's `.env` files set. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Variable = {
  value: string
  /** Relative to the project's folder. */
  file: string
  /** From a sample such as `.env.example`, which only shows which variables there are. */
  sample: boolean
  /** From `.env`, `.env.production` or `.env.production.local`, which a production build reads. */
  production: boolean
}

export type Environment = ReadonlyMap<string, Variable>

/** The first file that sets a variable counts. */
const FILES = [
  '.env.production.local',
  '.env.local',
  '.env.production',
  '.env',
  '.env.development.local',
  '.env.development',
  '.env.example',
  '.env.local.example',
  '.env.sample',
  '.env.template',
]

/**
 * The variables that are read: those whose prefix makes bundlers put them into the page, and project ids, which are
 * public. Others may be secrets, and the config, which is committed, must not contain them.
 */
const PUBLIC =
  /^(?:NEXT_PUBLIC|VITE|PUBLIC|REACT_APP|NUXT_PUBLIC|VUE_APP|EXPO_PUBLIC|GATSBY|PARCEL|SNOWPACK_PUBLIC|NG_APP)_|PROJECT_?ID/
const SECRET = /SECRET|PRIVATE|PASSWORD|MNEMONIC|_TOKEN$/

/** Texts that stand for a value in samples and guides, such as `<id>` or `your-project-id`. */
const PLACEHOLDER =
  /^$|^<.*>$|^\[.*\]$|^x+$|^\.+$|your[-_ ]|^your|^todo|^change[-_ ]?me|^replace|_here$|^(?:project|walletconnect)[-_ ]?(?:project)?[-_ ]?id$/i

export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text.trim())

/**
 * Reads the environment files in `folders`, which are relative to `root`. If several files set a variable, that of the
 * first folder counts.
 */
export async function readEnvironment(root: string, folders: readonly string[]): Promise<Environment> {
  const found = new Map<string, Variable>()
  for (const folder of folders) {
    for (const name of FILES) {
      const file = join(folder, name).replaceAll('\\', '/')
      const text = await readFile(join(root, file), 'utf8').catch(() => '')
      const sample = /example|sample|template/.test(name)
      const production = /^\.env(?:\.production.*)?$/.test(name)
      for (const [key, value] of variables(text)) {
        if (isPlaceholder(value) || !PUBLIC.test(key) || SECRET.test(key)) continue
        if (!found.has(key)) found.set(key, { value, file, sample, production })
      }
    }
  }
  return found
}

function variables(text: string): (readonly [string, string])[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, key, raw = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? []
    if (key === undefined) return []
    const [, quoted] = /^(["'`])(.*?)\1/.exec(raw) ? [undefined, /^(["'`])(.*?)\1/.exec(raw)?.[2]] : []
    return [[key, quoted ?? raw.replace(/\s+#.*$|^#.*$/, '').trim()] as const]
  })
}

/**
 * The value that build tools and hosts usually give an environment variable in a production build; undefined for other
 * variables.
 */
export function builtIn(name: string): string | boolean | undefined {
  if (/^(?:NODE_ENV|MODE|VERCEL_ENV|NEXT_PUBLIC_VERCEL_ENV|APP_ENV|NEXT_PUBLIC_NODE_ENV)$/.test(name))
    return 'production'
  // The folder from which Create React App serves a page; by default the root.
  if (name === 'PUBLIC_URL') return ''
  return name === 'PROD' ? true : name === 'DEV' || name === 'SSR' ? false : undefined
}
