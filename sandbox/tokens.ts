import { encodeDeployData, getContractAddress, numberToHex, parseUnits, type Hex } from 'viem'
import { testAccounts } from './accounts.ts'
import * as spam from './contracts/artifacts/SpamToken.ts'
import * as standard from './contracts/artifacts/StandardToken.ts'
import * as usdtLike from './contracts/artifacts/UsdtLikeToken.ts'
import { MAKER } from './exchange/addresses.ts'
import type { EvmNode } from './node.ts'
import { receipt } from './receipt.ts'

/**
 * A deployed token. `standard`: a plain ERC-20. `usdt-like`: transfer and approve return nothing, and an allowance must
 * be reset to zero before it changes. `spam`: cannot be transferred, its name is an advertisement, and it has no price.
 */
export type Token = {
  chainId: number
  address: Hex
  name: string
  symbol: string
  decimals: number
  kind: 'standard' | 'usdt-like' | 'spam'
}

type Spec = Omit<Token, 'chainId' | 'address'> & { holdings: readonly string[] }

/**
 * The tokens. `holdings` are the balances of the first test accounts, in whole tokens; some have digits down to the
 * last decimal, so that tests find rounding errors.
 */
const specs: readonly Spec[] = [
  {
    name: 'Sandbox Dai',
    symbol: 'DAI',
    decimals: 18,
    kind: 'standard',
    holdings: ['1000.123456789012345678', '250.000000000000000001', '10', '0.000456'],
  },
  {
    name: 'Sandbox Dollar',
    symbol: 'USDC',
    decimals: 6,
    kind: 'standard',
    holdings: ['2500.123457', '750.5', '20', '0.000001'],
  },
  { name: 'Sandbox Tether', symbol: 'USDT', decimals: 6, kind: 'usdt-like', holdings: ['1800.75', '300', '30'] },
  {
    name: 'Claim 5000 USDC at reward.example',
    symbol: 'CLAIM',
    decimals: 18,
    kind: 'spam',
    holdings: ['5000', '5000'],
  },
]

const artifacts = { standard, 'usdt-like': usdtLike, spam }

/**
 * The address that deploys the tokens. It sends nothing else, so that the tokens' addresses never change. It is not a
 * test account, so that the test accounts start with nonce 0.
 */
const deployer: Hex = '0x5a4db0c5000000000000000000000000000000de'

/** The balance of the exchange's account of each token but spam, in whole tokens, with which it fills the pools. */
const exchangeHolding = '100000000'

/**
 * Balances in the smallest unit. The second chain's are double, and so on, so that tests notice an amount from the
 * wrong chain.
 */
function amounts(spec: Spec, chainIndex: number): bigint[] {
  return spec.holdings.map((held) => parseUnits(held, spec.decimals) * BigInt(chainIndex + 1))
}

function deployData(spec: Spec, chainIndex: number): Hex {
  const { abi, bytecode } = artifacts[spec.kind]
  const held = amounts(spec, chainIndex)
  const holders = testAccounts.slice(0, held.length).map((account) => account.address)
  if (spec.kind !== 'spam') {
    holders.push(MAKER)
    held.push(parseUnits(exchangeHolding, spec.decimals))
  }
  return encodeDeployData({ abi, bytecode, args: [spec.name, spec.symbol, spec.decimals, holders, held] })
}

/** Deploys every token on one chain, at the same addresses on each. Throws when a deployment fails. */
export async function deployTokens(node: EvmNode, chainIndex: number): Promise<Token[]> {
  await node.request('anvil_setBalance', [deployer, numberToHex(parseUnits('100', 18))])
  await node.request('anvil_impersonateAccount', [deployer])
  const tokens: Token[] = []
  for (const [nonce, spec] of specs.entries()) {
    const data = deployData(spec, chainIndex)
    const transaction = { from: deployer, data, nonce: numberToHex(nonce), gas: numberToHex(3_000_000) }
    const mined = await receipt(node, await node.request('eth_sendTransaction', [transaction]))
    const address = getContractAddress({ from: deployer, nonce: BigInt(nonce) })
    if (mined.status !== '0x1' || String(mined.contractAddress).toLowerCase() !== address.toLowerCase()) {
      throw new Error(`${spec.symbol} could not be deployed on ${node.name}: ${JSON.stringify(mined)}`)
    }
    const { name, symbol, decimals, kind } = spec
    tokens.push({ chainId: node.id, address, name, symbol, decimals, kind })
  }
  await node.request('anvil_stopImpersonatingAccount', [deployer])
  return tokens
}
