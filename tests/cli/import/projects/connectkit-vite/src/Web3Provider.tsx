import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createConfig, WagmiProvider } from 'wagmi'
import { walletConnectId } from './env'

const config = createConfig(
  getDefaultConfig({
    appName: 'Family',
    appDescription: 'A family app',
    appUrl: 'https://family.example',
    appIcon: 'https://family.example/logo.png',
    walletConnectProjectId: walletConnectId,
    enableFamily: false,
  }),
)

const queryClient = new QueryClient()

export const Web3Provider = ({ children }) => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <ConnectKitProvider
        theme="auto"
        mode="dark"
        customTheme={{ '--ck-accent-color': '#ff7a00', '--ck-overlay-backdrop-filter': 'blur(2px)' }}
        options={{
          initialChainId: 0,
          hideQuestionMarkCTA: true,
          disclaimer: (
            <>
              By connecting you accept the <a href="https://family.example/terms">Terms</a> and the{' '}
              <a href="https://family.example/privacy">Privacy Policy</a>
            </>
          ),
        }}
      >
        {children}
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
