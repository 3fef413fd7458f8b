/**
 * The sandbox's stand-in for Farcaster, in memory: its people are test accounts, and their wallet is a page of the
 * sandbox.
 */
import { isAddressEqual } from 'viem'
import type { Draw } from '../../draws.ts'
import { Denied } from '../denied.ts'
import type { Wanted } from './message.ts'
import type { Approval, FarcasterNetwork } from './network.ts'
import { FARCASTER_PEOPLE } from './people.ts'
import { type Farcaster, verify } from './verify.ts'

type Asked = { wanted: Wanted; site: string; approval?: Approval }

export type StandIn = ReturnType<typeof createStandIn>

/**
 * Creates the stand-in: `network` for the login service, the rest for the wallet's page.
 * @param walletPage the URL of the page on which a person approves a sign-in
 * @param draw makes the sign-ins' tokens
 */
export function createStandIn(walletPage: string, now: () => number, draw: Draw) {
  const channels = new Map<string, Asked>()
  const live = (token: string): Asked => {
    const channel = channels.get(token)
    if (!channel || channel.wanted.expires < now()) throw new Denied('This sign-in has ended. Start again.', 404)
    return channel
  }
  const network: FarcasterNetwork = {
    every: 0,
    async open(wanted, site) {
      for (const [token, each] of channels) if (each.wanted.expires < now()) channels.delete(token)
      const token = draw('farcaster').toString('hex', 0, 16)
      channels.set(token, { wanted, site })
      return { link: `${walletPage}?farcaster=${token}`, token }
    },
    async approval(token) {
      const { approval } = live(token)
      if (approval) channels.delete(token)
      return approval
    },
    async nameOf({ fid, address }) {
      const person = FARCASTER_PEOPLE.find((each) => each.fid === fid)
      return person && isAddressEqual(person.custody, address) ? person.name : undefined
    },
  }
  return {
    network,
    /** What the wallet shows and signs for a sign-in. @throws Denied when the sign-in is unknown or expired */
    describe(token: string) {
      const { wanted, site } = live(token)
      return { ...wanted, site, people: FARCASTER_PEOPLE.map(({ fid, name }) => ({ fid, name })) }
    },
    /**
     * Stores what the wallet signed. The login service verifies it again later; verifying it here lets the wallet's
     * page show what is wrong.
     * @throws Denied when the sign-in has ended or was approved already, or `verify` rejects it
     */
    async approve(token: string, approval: Approval): Promise<Farcaster> {
      const channel = live(token)
      if (channel.approval) throw new Denied('This sign-in was approved already.', 409)
      const who = await verify(network, channel.wanted, approval, now())
      channel.approval = approval
      return who
    },
  }
}
