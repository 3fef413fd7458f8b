/** All public names of every entry point, so that none is added or removed unnoticed. */
import { expect, it } from 'vitest'
import * as walletkit from '../../runtime/index.ts'
import * as ethers from '../../runtime/interop/ethers.ts'
import * as viem from '../../runtime/interop/viem.ts'
import * as wagmi from '../../runtime/interop/wagmi.ts'
import * as plugin from '../../runtime/plugin.ts'
import * as react from '../../runtime/react.tsx'
import * as ssr from '../../runtime/ssr.tsx'
import * as test from '../../runtime/test/index.ts'
import * as ui from '../../runtime/ui.ts'

const names = (door: object) => Object.keys(door).sort()

it('walletkit', () => {
  expect(names(walletkit)).toMatchInlineSnapshot(`
    [
      "CHAIN_ERROR_CODES",
      "CONNECTOR_IDS",
      "CONNECTOR_NAMES",
      "CONNECTOR_TYPES",
      "NAMESPACES",
      "RPC_CODES",
      "STORAGE_KEYS",
      "VIEWS",
      "WalletKitError",
      "createWalletKit",
      "defineChain",
      "externalConnector",
      "parseCaipAddress",
      "parseCaipNetworkId",
      "withHostRules",
    ]
  `)
})

it('walletkit/react', () => {
  expect(names(react)).toMatchInlineSnapshot(`
    [
      "AccountButton",
      "ConnectButton",
      "NetworkButton",
      "WalletKitProvider",
      "useAccount",
      "useDisconnect",
      "useEvents",
      "useKitState",
      "useNetwork",
      "useProvider",
      "useTheme",
      "useWalletKit",
    ]
  `)
})

it('walletkit/plugin', () => {
  expect(names(plugin)).toMatchInlineSnapshot(`
    [
      "ERC20",
      "HttpError",
      "MAX_DECIMALS",
      "MESSAGE_DECIMALS",
      "Superseded",
      "TOKEN_DECIMALS",
      "WalletKitError",
      "add",
      "addressAt",
      "amountOf",
      "amountSize",
      "ceilCents",
      "cleanText",
      "compare",
      "cooldown",
      "createTurns",
      "createVisits",
      "dateFormat",
      "defineErrors",
      "definePlugin",
      "displayNames",
      "divide",
      "encodeCall",
      "fiatText",
      "floorUnits",
      "formatFiat",
      "formatNumber",
      "formatToken",
      "formatUnits",
      "inEnglishOrder",
      "isOnline",
      "isRecord",
      "isUserRejection",
      "latest",
      "maxAmount",
      "multiply",
      "numberFormat",
      "onAccountChange",
      "parseAmount",
      "parseDecimal",
      "parseDecimals",
      "parsePrices",
      "parseUnits",
      "plainText",
      "proxy",
      "rateOf",
      "readWords",
      "ref",
      "rescale",
      "selectorOf",
      "shortAddress",
      "worth",
    ]
  `)
})

it('walletkit/ui', () => {
  expect(names(ui)).toMatchInlineSnapshot(`
    [
      "Address",
      "AmountInput",
      "Avatar",
      "Banner",
      "BareRow",
      "Button",
      "CopyButton",
      "CopyLine",
      "Field",
      "Icon",
      "IconButton",
      "Pairs",
      "Panel",
      "QrCode",
      "Row",
      "SearchField",
      "Segment",
      "Skeleton",
      "Spinner",
      "Switch",
      "Tag",
      "Tile",
      "TokenTile",
      "defineMessages",
      "useActive",
      "useCopy",
      "useNetworkImage",
      "useOnline",
      "useSeconds",
      "useSettled",
      "useSheet",
      "useSnapshot",
      "useText",
    ]
  `)
})

it('walletkit/test', () => {
  expect(names(test)).toMatchInlineSnapshot(`
    [
      "FIRST_TEST_KEY",
      "TEST_WALLET",
      "createTestBitcoinWallet",
      "createTestPolkadotWallet",
      "createTestSolanaWallet",
      "createTestWallet",
      "installTestWallet",
    ]
  `)
})

it('walletkit/ssr', () => {
  expect(names(ssr)).toMatchInlineSnapshot(`
    [
      "HydrationProvider",
    ]
  `)
})

it('walletkit/wagmi', () => {
  expect(names(wagmi)).toMatchInlineSnapshot(`
    [
      "walletkitConnector",
    ]
  `)
})

it('walletkit/viem', () => {
  expect(names(viem)).toMatchInlineSnapshot(`
    [
      "toChain",
      "toChains",
      "toPublicClient",
      "toWalletClient",
      "watchWalletClient",
    ]
  `)
})

it('walletkit/ethers', () => {
  expect(names(ethers)).toMatchInlineSnapshot(`
    [
      "toBrowserProvider",
      "toSigner",
      "watchSigner",
    ]
  `)
})
