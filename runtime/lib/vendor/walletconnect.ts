/**
 * The relay client: the last version under Apache-2.0 (2.21.8). `npm run pack` bundles it here, without the parts that
 * a page never runs, so that a site does not install it.
 */
import { UniversalProvider } from '@walletconnect/universal-provider'

/**
 * Creates a client; `remote/client.ts` has the types of the options and of the client. Throws without usable storage.
 */
export const createRelayClient = (options: object): Promise<unknown> => UniversalProvider.init(options)
