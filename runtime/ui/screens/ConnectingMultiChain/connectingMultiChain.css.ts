/** Written by `npm run generate` from connectingMultiChain.css. Do not edit. */
export default '.whose{gap:12px;padding:4px 0 20px}.whose .text{max-width:260px}' as string
