/** Calls the nodes and bundlers of the config's networks over HTTP. A call is never repeated here. */
import { type Hex, isHex } from 'viem'
import { type Fields, isFields } from '../config/read.ts'
import type { NetworkConfig, SolanaConfig } from '../config/networks.ts'
import { hidden, secretsOf, splitCredentials } from '../data/credentials.ts'
import { limited } from '../data/outbound.ts'
import { asking } from '../span.ts'
import { Denied } from '../../sandbox/login/denied.ts'
import { type EvmChain, type SolanaChain, Unanswered } from '../../sandbox/login/rpc/chain.ts'
import { BundlerError } from '../../sandbox/smartAccounts/failure.ts'

/** ms after which a call fails if the node has not answered. */
const TIMEOUT = 20_000
/** The most bytes of a response. */
const LONGEST = 5_000_000
/** The most characters of an error's message, and of its data. */
const [MESSAGE, DATA] = [500, 20_000]

/** The methods of a bundler (ERC-7769). */
const BUNDLER_METHODS = [
  'eth_sendUserOperation',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationReceipt',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
]

/** A JSON-RPC error, without secrets, in the form that pages may read. */
type Refused = { message: string; code: number; data: Hex | undefined }

/**
 * Converts a service's error to what pages may read. Secrets are hidden, because some services repeat their URL or its
 * key in an error. `data` is kept only if it is hexadecimal (as that of a revert), short, and has no secret.
 */
function readable(url: string, { code, message, data }: Fields): Refused {
  const secrets = secretsOf(url)
  const isShort = isHex(data) && data.length <= DATA && hidden(data, secrets) === data
  return {
    message: typeof message === 'string' ? hidden(message, secrets).slice(0, MESSAGE) : 'The service refused this',
    code: typeof code === 'number' ? code : -32603,
    data: isShort ? data : undefined,
  }
}

export function chainOf({ id, name, symbol, rpc, bundler }: NetworkConfig): EvmChain {
  const node = callerOf(`the node of ${name}`, rpc, refusedByNode)
  const bundling = bundler === undefined ? node : callerOf(`the bundler of ${name}`, bundler, refusedByBundler)
  return {
    node: { id, name, symbol, caipNetworkId: `eip155:${id}` },
    request: (method, params = []) => (BUNDLER_METHODS.includes(method) ? bundling : node)(method, params),
  }
}

export const solanaChainOf = ({ id, rpc }: SolanaConfig): SolanaChain => ({
  caipNetworkId: `solana:${id}`,
  name: 'Solana',
  request: callerOf('the node of Solana', rpc, refusedByNode),
})

const refusedByNode = ({ message, code }: Refused) => new Denied(message, 400, code)
const refusedByBundler = ({ message, code, data }: Refused) => new BundlerError(code, message, data)

/**
 * Makes a function that calls a method of a JSON-RPC service.
 * @param service the service's name in errors
 * @param refused makes the error to throw if the service answers with a JSON-RPC error
 * @throws from the function that it returns: Unanswered without a valid answer, or what `refused` makes
 */
function callerOf(service: string, url: string, refused: (error: Refused) => Error) {
  const the = service.replace(/^t/, 'T')
  return async (method: string, params: unknown): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await asking(service, () => ask(url, body)).catch((cause: unknown) => {
      // The cause and its message may contain the address, which may contain an API key: pass on the name only.
      throw new Unanswered(`${the} does not answer (${cause instanceof Error ? cause.name : 'Error'})`)
    })
    if (isFields(answer) && isFields(answer['error'])) throw refused(readable(url, answer['error']))
    if (!isFields(answer) || !('result' in answer)) throw new Unanswered(`${the} gave no JSON-RPC answer`)
    return answer['result']
  }
}

async function ask(rpc: string, body: string): Promise<unknown> {
  const { url, headers } = splitCredentials(rpc)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  // The status is not checked: some nodes send a JSON-RPC error with a status such as 400 or 500.
  const text = await limited(answer, LONGEST)
  if (text === undefined) throw new RangeError('The answer is too long')
  return JSON.parse(text)
}
