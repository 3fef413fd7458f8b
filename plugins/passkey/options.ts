/** What a site configures. */
export type PasskeyOptions = { bundler?: string; rpId?: string }

/** The endpoint of a network, by the template of the options. */
export const endpointOf = (bundler: string, chainId: number): string => bundler.replaceAll('{chainId}', String(chainId))
