import { createAppKit } from '@reown/appkit'

createAppKit({ projectId: 'docs', networks: [] })
