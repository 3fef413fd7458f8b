/**
 * The site's options. `bundler`: the URL of the endpoint that answers the methods of a node and of a bundler, with
 * `{chainId}` where the chain id goes. `rpId`: the domain that the passkeys belong to; the page's host if absent.
 * `feeTokens`: CAIP-19 names of the tokens in which fees may be paid.
 */
export type PasskeyOptions = { bundler?: string; rpId?: string; feeTokens?: readonly string[] }

/** The endpoint's address for one network: `{chainId}` of the option `bundler` becomes the decimal chain id. */
export const endpointOf = (bundler: string, chainId: number): string => bundler.replaceAll('{chainId}', String(chainId))
