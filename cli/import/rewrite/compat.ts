/** Which exports of other libraries walletkit's compat modules export too. */
export const APPKIT = 'walletkit/compat/appkit'
export const RAINBOWKIT = 'walletkit/compat/rainbowkit'

type Row = { module: string; source: RegExp; values: RegExp; types: RegExp }

const COMPAT: readonly Row[] = [
  {
    module: APPKIT,
    source: /^@reown\/appkit\/react$/,
    values:
      /^(?:useAppKit(?:Account|Network|State|Provider|Theme|Events|Balance)?|useDisconnect|useWalletInfo|AppKit(?:Account|Connect|Network)?Button)$/,
    types: /^(?:Provider|UseAppKit(?:Account|Network)Return|ThemeMode|ThemeVariables|CaipNetwork|CaipNetworkId|Views)$/,
  },
  {
    module: RAINBOWKIT,
    source: /^@rainbow-me\/rainbowkit$/,
    values: /^(?:ConnectButton|RainbowKitProvider|use(?:Connect|Account|Chain)Modal|(?:light|dark|midnight)Theme)$/,
    types: /^(?:Theme|Locale|AvatarComponent|DisclaimerComponent|AuthenticationStatus)$/,
  },
]

/**
 * The compat module that exports what the package `source` exports as `name`, and whether that is a type; undefined if
 * none does.
 */
export function compatOf(source: string, name: string): { module: string; isType: boolean } | undefined {
  const row = COMPAT.find((each) => each.source.test(source) && (each.values.test(name) || each.types.test(name)))
  return row && { module: row.module, isType: row.types.test(name) }
}
