/**
 * The paymasters that pay fees of smart accounts (ERC-7677). Only this file parses their responses.
 *
 * A page names a paymaster, but the service sends requests only to the URLs in its own config. If it sent them to any
 * URL, every page could reach what only the service's machine can reach, and a site could spend the paymaster of
 * another one. The frame asks no paymaster: its policy allows connections to its own origin only.
 */
import { getAddress, isAddress, type Hex } from 'viem'
import { cleanText } from '../../../runtime/lib/text.ts'
import type { Paying } from '../../smartAccounts/index.ts'
import type { Chains } from './chain.ts'
import { isEvm, referenceOf } from './chainId.ts'
import type { NamedPaymaster } from './params.ts'

/** ms to wait for a paymaster's response: the person sees the request only after it. */
const PATIENCE = 3_000
/** The most bytes of a paymaster's response, so that it cannot fill the service's memory. */
const LARGEST = 65_536
/** The longest data that an operation carries for a paymaster, in characters of hex. */
const LONGEST = 8_192
/** The most gas that a paymaster may use for validation, and also the most for its step after the calls. */
const MOST_GAS = 100_000_000n

/** Thrown when a paymaster declines, does not answer, or answers with anything but an agreement to pay. */
export class NotPaid extends Error {
  override readonly name = 'NotPaid'
}

/**
 * A paymaster's first response (ERC-7677's stub data). `isFinal`: it is the agreement itself, so the paymaster is not
 * asked again. `name`: who pays, as the paymaster says it.
 */
export type Offer = { paying: Paying; isFinal: boolean; name: string | undefined }

const spelled = (url: string) => (URL.canParse(url) ? new URL(url).href : undefined)

/**
 * The URLs of the config's paymasters that pages of `site` may name in a request on a network; none outside EVM. A
 * paymaster whose config lists no `sites` may be named by every site.
 */
export function paymastersFor({ paymasters = [] }: Chains, caip: string, site: string): string[] {
  if (!isEvm(caip)) return []
  const mine = paymasters.filter(({ sites }) => sites?.includes(site) ?? true)
  return mine.map(({ url }) => url.replaceAll('{chainId}', String(referenceOf(caip))))
}

/** The URL in the config of the paymaster that a page names; undefined if the site may not name it. */
export const knownPaymaster = (chains: Chains, caip: string, site: string, { url }: NamedPaymaster) =>
  paymastersFor(chains, caip, site).find((each) => spelled(each) !== undefined && spelled(each) === spelled(url))

type Fields = Record<string, unknown>
const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const fail = (what: string): never => {
  throw new NotPaid(what)
}

/** Sends one request, follows no redirect, and resolves with the result, unparsed. @throws NotPaid */
export async function askPaymaster(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const signal = AbortSignal.timeout(PATIENCE)
  const answer = await request(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), signal).catch(
    // Do not pass on the cause's message: it may contain the URL, and the URL an API key.
    (cause: unknown) => fail(`The paymaster does not answer (${cause instanceof Error ? cause.name : 'Error'})`),
  )
  const { result, error } = fieldsIn(answer)
  return error === undefined && result !== undefined ? result : fail('The paymaster declines')
}

async function request(url: string, body: string, signal: AbortSignal): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  if (!answer.ok) throw new NotPaid(`Status ${answer.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    parts.push(part)
    size += part.length
    if (size > LARGEST) throw new NotPaid('The answer is too large')
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown
}

function gasOf(value: unknown): bigint {
  const gas = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : fail('No gas limit')
  return gas <= MOST_GAS ? gas : fail('The gas limit is too high')
}

/**
 * The fields that make a paymaster pay. Gas limits that `answer` leaves out are those of `before`, the first response.
 * Both must name the same paymaster, because the name that the person sees came with the first response.
 * @throws NotPaid if a field is missing, malformed, or far too large, and for a fee that is to be paid in a token
 */
export function parsePaying(answer: unknown, before?: Paying): Paying {
  const { paymaster, paymasterData: data, tokenPayment, ...given } = fieldsIn(answer)
  // Such a paymaster would take the fee in a token of the account, although the person reads that somebody else pays.
  if (tokenPayment !== undefined) return fail('The fee is to be paid in a token')
  const limit = (name: 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit') =>
    before && given[name] === undefined ? before[name] : gasOf(given[name])
  if (typeof paymaster !== 'string' || !isAddress(paymaster, { strict: false })) return fail('No paymaster')
  // For the entry point, the zero address means "no paymaster": the account would pay, although the screen says that
  // somebody else does.
  if (BigInt(paymaster) === 0n) return fail('No paymaster')
  if (typeof data !== 'string' || data.length > LONGEST || !/^0x([0-9a-f]{2})*$/i.test(data)) return fail('No data')
  const address = getAddress(paymaster)
  if (before && before.paymaster !== address) return fail('The two answers name different paymasters')
  return {
    paymaster: address,
    paymasterData: data as Hex,
    paymasterVerificationGasLimit: limit('paymasterVerificationGasLimit'),
    paymasterPostOpGasLimit: limit('paymasterPostOpGasLimit'),
  }
}

/** Parses the answer to `pm_getPaymasterStubData`. @throws NotPaid */
export function parseOffer(answer: unknown): Offer {
  const { isFinal, sponsor } = fieldsIn(answer)
  const { name } = fieldsIn(sponsor)
  const said = typeof name === 'string' ? cleanText(name, 40) : ''
  return { paying: parsePaying(answer), isFinal: isFinal === true, name: said === '' ? undefined : said }
}
