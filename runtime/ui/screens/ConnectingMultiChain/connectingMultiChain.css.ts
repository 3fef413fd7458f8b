/** The heading with the wallet, above the list of its chains. */
export default `
.whose{padding:4px 0 20px;gap:12px}.whose .text{max-width:260px}
`
