/** Installs a test wallet for the sandbox's chains. Its private key is public; a production build leaves it out. */
import { installTestWallet } from 'walletkit/test'
import { config } from '../generated/walletkit.js'

const chains = (config.networks ?? []).flatMap(({ id, rpcUrls }) =>
  id === 31337 || id === 31338 ? rpcUrls.default.http.slice(0, 1).map((rpcUrl) => ({ id, rpcUrl })) : [],
)
if (chains.length) installTestWallet({ chains })
