/** Runs in the page: creates its kit again, with a wallet that connects but fails to disconnect. */
export function makeStubbornKit() {
  const driver = {
    connect: async () => ({
      accounts: [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' as const }],
      caipNetworkId: 'eip155:31337' as const,
      provider: { request: async () => null, on: () => {}, removeListener: () => {} },
    }),
    resume: async () => undefined,
    disconnect: async () => {
      throw new Error('The wallet is gone')
    },
    watch: () => () => {},
  }
  const stubborn = {
    id: 'stubborn',
    name: 'Stubborn wallet',
    type: 'EXTERNAL' as const,
    chain: 'eip155' as const,
    chains: [],
    driver: async () => ({ default: driver }),
  }
  kit.destroy()
  globalThis.kit = walletkit.createWalletKit(walletkit.generated, { connectors: [stubborn] })
  kit.onError(({ code, message }) => void errors.push({ code, message }))
}
