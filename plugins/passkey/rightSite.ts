/** Says where the site's passkeys work, to a visitor whose page has another address. */
import type { PluginKit } from 'walletkit/plugin'

/** The IP addresses of this computer. Browsers allow passkeys for the name `localhost`, but for no IP address. */
const OWN = /^(127(\.\d+){3}|\[::1\])$/

/** `rpId`: the domain of the site's passkeys, if its config names one. */
export function rightSite({ text }: Pick<PluginKit, 'text'>, rpId: string | undefined): string {
  const name = rpId ?? (OWN.test(location.hostname) ? 'localhost' : undefined)
  return name === undefined
    ? text('passkey.byDomain', 'Open the site by its domain name, not by an IP address')
    : text('passkey.byName', 'Open the site by its name: {site}', { site: `\u2068${name}\u2069` })
}
