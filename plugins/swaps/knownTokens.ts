/**
 * The contracts of the tokens that are imitated most, by network. The service that lists the tokens can give them any
 * symbol and logo; these contracts are the ones that people mean by the symbol.
 */

/**
 * By CAIP-2 id: each text is a symbol, then its contracts. A token may have several contracts: the issuer's own, and
 * the contract of a token that came over a bridge.
 */
const CONTRACTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'eip155:1': [
      'USDC 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      'USDT 0xdac17f958d2ee523a2206206994597c13d831ec7',
      'DAI 0x6b175474e89094c44da98b954eedeac495271d0f',
      'WETH 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      'WBTC 0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
    ],
    'eip155:10': [
      'USDC 0x0b2c639c533813f4aa9d7837caf62653d097ff85 0x7f5c764cbc14f9669b88837ca1490cca17c31607',
      'USDT 0x94b008aa00579c1307b0ef2c499ad98a8ce58e58',
      'DAI 0xda10009cbd5d07dd0cecc66161fc93d7c9000da1',
      'WETH 0x4200000000000000000000000000000000000006',
      'WBTC 0x68f180fcce6836688e9084f035309e29bf0a2095',
    ],
    'eip155:56': [
      'USDC 0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d',
      'USDT 0x55d398326f99059ff775485246999027b3197955',
      'DAI 0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3',
      'ETH 0x2170ed0880ac9a755fd29b2688956bd959f933f8',
    ],
    'eip155:100': [
      'USDC 0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
      'USDT 0x4ecaba5870353805a9f068101a40e0f32ed605c6',
      'WETH 0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1',
      'WBTC 0x8e5bbbb09ed1ebde8674cda39a0c169401db4252',
    ],
    'eip155:137': [
      'USDC 0x3c499c542cef5e3811e1192ce70d8cc03d5c3359 0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
      'USDT 0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
      'DAI 0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
      'WETH 0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
      'WBTC 0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6',
    ],
    'eip155:324': [
      'USDC 0x1d17cbcf0d6d143135ae902365d2e5e2a16538d4 0x3355df6d4c9c3035724fd0e3914de96a5a83aaf4',
      'USDT 0x493257fd37edb34451f62edf8d2a0c418852ba4c',
      'DAI 0x4b9eb6c0b6ea15176bbf62841c6b2a8a398cb656',
      'WETH 0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
      'WBTC 0xbbeb516fb02a01611cbbe0453fe3c580d7281011',
    ],
    'eip155:8453': [
      'USDC 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      'DAI 0x50c5725949a6f0c72e6c4a641f24049a917db0cb',
      'WETH 0x4200000000000000000000000000000000000006',
    ],
    'eip155:42161': [
      'USDC 0xaf88d065e77c8cc2239327c5edb3a432268e5831 0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
      'USDT 0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
      'DAI 0xda10009cbd5d07dd0cecc66161fc93d7c9000da1',
      'WETH 0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
      'WBTC 0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f',
    ],
    'eip155:43114': [
      'USDC 0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
      'USDT 0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
    ],
  }),
)

/** The known tokens of a network; empty for a network without any. */
export const knownTokens = (caipNetworkId: string | undefined): { symbol: string; address: string }[] =>
  (CONTRACTS.get(caipNetworkId ?? '') ?? []).flatMap((line) => {
    const [symbol = '', ...addresses] = line.split(' ')
    return addresses.map((address) => ({ symbol, address }))
  })
