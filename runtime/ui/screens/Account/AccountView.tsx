import { walletFeatures } from '../../../state/walletFeatures.ts'
import { useEffect, useLayoutEffect } from 'react'
import { reset } from '../../../state/navigate.ts'
import { headerButtons, useKit, useSheet, useSnapshot, useText } from '../../context.ts'
import { Banner } from '../../parts/Banner.tsx'
import { Features } from './Features.tsx'
import { AccountMenu } from './Menu.tsx'
import { NetworkPill } from './NetworkPill.tsx'
import { Profile } from './Profile.tsx'
import { ProgressCards } from './ProgressCards.tsx'
import { Tabs } from './Tabs.tsx'
import { NextStep, Tokens } from './Tokens.tsx'
import { useAccount } from './useAccount.ts'
import { WalletLine } from './WalletLine.tsx'
import accountCss from './account.css.ts'
import { commonMessages } from '../common.messages.ts'

/** The connected account: profile, balance, features, tokens and other tabs, wallet. */
export default function AccountView() {
  useSheet(accountCss)
  const kit = useKit()
  const common = useText(commonMessages)
  const { account, online, retry } = useAccount()
  useSnapshot(kit.state.options)
  useLayoutEffect(() => {
    const buttons = headerButtons(kit)
    buttons.Buttons = AccountMenu
    if (kit.config.enableNetworkSwitch !== false) buttons.Start = NetworkPill
    return () => {
      buttons.Start = undefined
      // The screen that follows may have its own by now.
      if (buttons.Buttons === AccountMenu) buttons.Buttons = undefined
    }
  }, [kit])
  const gone = !account || account.status === 'disconnected'

  // The wallet may disconnect while the screen is open, and a site may open this view without an account.
  useEffect(() => {
    if (gone && kit.state.router.view === 'Account') reset(kit.state.router, 'Connect')
  }, [kit, gone])

  const features = walletFeatures(kit)
  // Offer only Receive on an empty NFT tab: the visitor can buy currency here, but not NFTs.
  const receive = features.find(({ key }) => key === 'receive')
  return (
    <div className="account">
      <Profile account={account} />
      {!online && <Banner icon="offline">{common('common.offline')}</Banner>}
      <ProgressCards />
      <Features features={features} />
      <Tabs
        tokens={<Tokens account={account} features={features} retry={retry} />}
        next={receive && <NextStep feature={receive} />}
      />
      <WalletLine account={account} />
    </div>
  )
}
