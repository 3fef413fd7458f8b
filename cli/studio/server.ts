/**
 * The studio's server. Every address begins with a token that only the printed address has, and requests of other pages
 * are refused, because the server can write a file.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { Failure, reasonOf } from '../failure.ts'
import { messages } from '../messages.ts'
import type { Vite } from '../project.ts'
import { PRESETS } from '../presets.ts'
import { readAssets } from './assets.ts'
import { buildDraft, type DraftReport } from './build.ts'
import { judge, type OnDisk, readConfigFile, save } from './draft.ts'
import { hostIs, isOwn, listen } from './listen.ts'
import { startPreview } from './preview.ts'

export type StudioState = {
  file: string
  hash: string
  value: JsonObject
  schema: JsonObject
  presets: string[]
}
export type Checked = {
  diff: string
  issues: { path: string; message: string; fix: string }[]
  notes: readonly string[]
}
export type Previewed = { report: DraftReport; url: string }

export type Studio = { url: string; stop: () => Promise<void> }

/** The longest body of a request, in bytes. A config has a few thousand. */
const LIMIT = 1_000_000

export async function startStudio(vite: Vite, root: string, path: string, port: number): Promise<Studio> {
  const token = randomBytes(24).toString('base64url')
  const assets = await readAssets()
  let onDisk = await readConfigFile(path)
  let origin = ''
  const preview = await startPreview(() => origin)
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
    `frame-src ${preview.origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ')
  /** Resolves when all builds asked for so far have ended. They run one by one, because each needs much memory. */
  let building: Promise<unknown> = Promise.resolve()

  const routes: Record<string, (body: JsonObject) => Promise<unknown>> = {
    async state(): Promise<StudioState> {
      onDisk = await readConfigFile(path)
      const { loaded } = await judge(onDisk, onDisk.value)
      const { file, hash, value } = onDisk
      return { file, hash, value, schema: loaded.rules.schema, presets: Object.keys(PRESETS) }
    },
    async check(body): Promise<Checked> {
      const { diff, issues, notes } = await judge(onDisk, valueOf(body))
      return { diff, issues, notes }
    },
    async preview(body): Promise<Previewed> {
      const { loaded } = await judge(onDisk, valueOf(body))
      const turn = building.then(() => buildDraft(vite, root, loaded))
      building = turn.catch(() => undefined)
      const built = await turn
      return { report: built.report, url: preview.show(built) }
    },
    async save(body): Promise<Pick<OnDisk, 'hash' | 'value'>> {
      onDisk = await save(onDisk, valueOf(body), typeof body.hash === 'string' ? body.hash : '')
      return { hash: onDisk.hash, value: onDisk.value }
    },
  }

  const server = createServer((request, response) => {
    const headers = {
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    }
    const end = (status: number, type: string, body: string) =>
      response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body)
    const answer = (status: number, value: unknown) => end(status, 'application/json', JSON.stringify(value))
    const [, given = '', name = ''] = /^\/([\w-]+)\/([\w./]*)$/.exec(request.url ?? '') ?? []
    if (!hostIs(request, origin) || !isSame(given, token)) return end(403, 'text/plain', messages.studioRefused)
    if (request.method === 'GET') {
      const asset = assets[name]
      return asset ? end(200, asset.type, asset.text) : end(404, 'text/plain', '')
    }
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined
    if (request.method !== 'POST' || !route || !isOwn(request, origin))
      return end(403, 'text/plain', messages.studioRefused)
    return void readBody(request)
      .then(route)
      .then((value) => answer(200, value))
      .catch((error: unknown) => answer(error instanceof Failure ? 409 : 500, { error: reasonOf(error) }))
  })
  origin = await listen(server, port)
  return {
    url: `${origin}/${token}/`,
    stop: async () => {
      for (const each of [server, preview.server]) {
        each.closeAllConnections()
        await new Promise<void>((done) => each.close(() => done()))
      }
    },
  }
}

/** Compares tokens. Takes the same time for every wrong token of the right length, so that time reveals nothing. */
const isSame = (given: string, token: string) =>
  given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token))

function valueOf({ value }: JsonObject): JsonObject {
  if (!isObject(value)) throw new Failure(messages.studioNoObject('The draft'))
  return value
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read a body that is too long to its end, but do not keep it: the page receives the refusal only after it has sent
    // all.
    if (size <= LIMIT) chunks.push(chunk)
  }
  if (size > LIMIT) throw new Failure(messages.studioRefused)
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}')
  if (!isObject(body)) throw new Failure(messages.studioRefused)
  return body
}
