/** A labelled wallet with a public key on the sandbox's chains, for development only: a build leaves it out. */
import { installTestWallet } from 'walletkit/test'
import { config } from '../generated/walletkit.js'

const chains = (config.networks ?? []).flatMap(({ id, rpcUrls }) =>
  id === 31337 || id === 31338 ? rpcUrls.default.http.slice(0, 1).map((rpcUrl) => ({ id, rpcUrl })) : [],
)
if (chains.length) installTestWallet({ chains })
