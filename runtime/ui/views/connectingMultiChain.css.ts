/** The wallet whose chains are listed below it. */
export default `
.whose{padding:4px 0 20px;gap:12px}.whose .text{max-width:260px}
`
