/** The test accounts' NFT collections. They are deployed when a page first asks for an account's NFTs or history. */
import { encodeDeployData, getContractAddress, numberToHex, parseEther, type Hex } from 'viem'
import { testAccounts } from '../accounts.ts'
import * as collection from '../contracts/artifacts/Collection.ts'
import { dataUri, tile } from '../images.ts'
import type { EvmNode } from '../node.ts'
import { receipt } from '../receipt.ts'

type Spec = { name: string; symbol: string; tokens: { holder: number; name: string; image?: string }[] }

const art = (name: string) => dataUri(tile(`nft:${name}`, ''))

/**
 * The NFTs of one collection. The first test account holds 14, more than a page of NFTs has; the next two accounts hold
 * one each. The 14th has no picture.
 */
const gardens = Array.from({ length: 16 }, (_, at) => ({
  holder: at < 14 ? 0 : at - 13,
  name: `Paper Gardens #${at + 1}`,
  ...(at !== 13 && { image: art(`Paper Gardens #${at + 1}`) }),
}))
const claim = 'Claim your prize at reward.example'

const specs: readonly Spec[] = [
  { name: 'Paper Gardens', symbol: 'PAPER', tokens: gardens },
  { name: claim, symbol: 'PRIZE', tokens: [0, 1].map((holder) => ({ holder, name: claim, image: art(claim) })) },
]

/**
 * An address that only deploys the collections. A contract's address depends on its deployer's nonce, so a deployer
 * that also sent other transactions would give the collections other addresses.
 */
const deployer: Hex = '0x5a4db0c5000000000000000000000000000000ed'

/** The gas of a deployment, below the limit for one transaction (EIP-7825: 2^24). */
const gas = 16_000_000

const uriOf = ({ name, image }: { name: string; image?: string }) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify({ name, image })).toString('base64')}`

function deployData({ name, symbol, tokens }: Spec): Hex {
  const holders = tokens.map(({ holder }) => testAccounts[holder]?.address ?? deployer)
  return encodeDeployData({ ...collection, args: [name, symbol, holders, tokens.map(uriOf)] })
}

/** Deploys all collections on one chain. Throws when a deployment fails. */
async function deploy(node: EvmNode): Promise<void> {
  await node.request('anvil_setBalance', [deployer, numberToHex(parseEther('100'))])
  await node.request('anvil_impersonateAccount', [deployer])
  for (const spec of specs) {
    const transaction = { from: deployer, data: deployData(spec), gas: numberToHex(gas) }
    const mined = await receipt(node, await node.request('eth_sendTransaction', [transaction]))
    if (mined.status !== '0x1') throw new Error(`${spec.name} could not be deployed on ${node.name}`)
  }
  await node.request('anvil_stopImpersonatingAccount', [deployer])
}

/** The address of the last collection: if it has code, the others have too. */
const last = getContractAddress({ from: deployer, nonce: BigInt(specs.length - 1) })

/**
 * Returns a function that deploys the collections unless they are on the chain. It looks each time, because a test may
 * put the chain back to an earlier state. While automatic mining is off it does nothing, because the transactions would
 * wait until a test mines a block.
 */
export function createCollections(node: EvmNode) {
  let deploying: Promise<void> | undefined
  const deployMissing = async () => {
    if ((await node.request('eth_getCode', [last, 'latest'])) !== '0x') return
    if ((await node.request('anvil_getAutomine')) === true) await deploy(node)
  }
  // Parallel requests share one deployment.
  return (): Promise<void> => (deploying ??= deployMissing().finally(() => (deploying = undefined)))
}
