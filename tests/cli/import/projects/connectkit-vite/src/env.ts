export const { VITE_WC_ID: walletConnectId = '' } = import.meta.env
