/**
 * A local Farcaster relay in the form of the real one's public documentation and source, and the message that a
 * Farcaster app signs for a request.
 */
import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/** What a service asks for when it opens a channel. */
export type Params = { siweUri: string; domain: string; nonce: string; expirationTime: string }
type Signed = { message: string; signature: Hex; fid: number } & Record<string, unknown>
/** Answers a request instead of the relay. */
export type Fault = (response: ServerResponse) => void

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newToken = () => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const KNOWN = [
  'siweUri',
  'domain',
  'nonce',
  'notBefore',
  'expirationTime',
  'requestId',
  'redirectUrl',
  'acceptAuthAddress',
]

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))

async function readParams(request: IncomingMessage): Promise<Params | undefined> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const given = JSON.parse(text) as Partial<Params>
  const { siweUri = '', domain = '', nonce = '', expirationTime = '' } = given
  const isGood =
    request.headers['content-type'] === 'application/json' &&
    URL.canParse(siweUri) &&
    /^[a-zA-Z0-9.-]+(:[0-9]+)?$/.test(domain) &&
    /^[a-zA-Z0-9]{8,}$/.test(nonce) &&
    !Number.isNaN(Date.parse(expirationTime)) &&
    Object.keys(given).every((name) => KNOWN.includes(name))
  return isGood ? { siweUri, domain, nonce, expirationTime } : undefined
}

export async function startFarcasterRelay() {
  type Channel = { params: Params; signed?: Signed }
  const channels = new Map<string, Channel>()
  /** The paths that were asked for, each with its time. */
  const asked: { path: string; at: number }[] = []
  let linkOf = (token: string) => `https://farcaster.xyz/~/siwf?channelToken=${token}`
  let faults: { channel?: Fault; status?: Fault } = {}

  const statusOf = (token: string, response: ServerResponse) => {
    const channel = channels.get(token)
    if (!channel) return json(response, 401, { error: 'Unauthorized' })
    const { params, signed } = channel
    const metadata = { ip: '127.0.0.1', userAgent: 'node' }
    const common = { nonce: params.nonce, acceptAuthAddress: false, signatureParams: params, metadata }
    if (!signed) return json(response, 202, { state: 'pending', ...common })
    // What is signed is told once.
    channels.delete(token)
    json(response, 200, { state: 'completed', ...common, ...signed })
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', method, headers } = request
    asked.push({ path, at: performance.now() })
    if (path === '/v1/channel' && method === 'POST') {
      const params = await readParams(request)
      if (!params) return json(response, 400, { error: 'Validation error', message: 'body' })
      if (faults.channel) return faults.channel(response)
      const channelToken = newToken()
      channels.set(channelToken, { params })
      const url = linkOf(channelToken)
      return json(response, 201, { channelToken, url, connectUri: url, nonce: params.nonce })
    }
    if (path === '/v1/channel/status' && method === 'GET') {
      if (faults.status) return faults.status(response)
      return statusOf(/^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '', response)
    }
    json(response, 404, { error: 'Not Found' })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    set faults(next: { channel?: Fault; status?: Fault }) {
      faults = next
    },
    setLink: (next: typeof linkOf) => void (linkOf = next),
    /** What the app learns of a link: the request behind it. */
    paramsOf(link: string): Params {
      const found = channels.get(tokenOf(link))
      if (!found) throw new Error(`There is no channel for ${link}`)
      return found.params
    },
    /** The app sends what the person signed, with the person's profile. */
    authenticate(link: string, signed: Signed) {
      const channel = channels.get(tokenOf(link))
      const profile = {
        username: 'vitalik.eth',
        displayName: '<b>Ada</b>',
        bio: 'I am everybody',
        custody: `0x${'11'.repeat(20)}`,
      }
      if (channel)
        channel.signed = { ...profile, pfpUrl: 'https://example.com/ada.png', authMethod: 'custody', ...signed }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const tokenOf = (link: string) => new URL(link).searchParams.get('channelToken') ?? ''

type Fields = Omit<Parameters<typeof createSiweMessage>[0], 'chainId'> & { chainId: number }

/** The message that an app builds for a request, with other fields where a test lies. */
export const appMessage = (
  { siweUri, domain, nonce, expirationTime }: Params,
  { address, fid, ...lies }: { address: Hex; fid: number } & Partial<Omit<Fields, 'address'>>,
): string =>
  createSiweMessage({
    ...{ domain, address, nonce, uri: siweUri, version: '1', chainId: 10, statement: 'Farcaster Auth' },
    ...{ issuedAt: new Date(), expirationTime: new Date(expirationTime), resources: [`farcaster://fid/${fid}`] },
    ...lies,
  })
