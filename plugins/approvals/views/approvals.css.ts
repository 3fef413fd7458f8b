/** Written by `npm run generate` from approvals.css. Do not edit. */
export default '.approvals-intro{max-width:none;padding-block:0 8px;padding-inline:12px}.approvals-row{cursor:pointer}.approvals-row input{width:20px;height:20px;accent-color:var(--wk-accent);flex:none;margin:0}.approvals-row:has(input:focus-visible){box-shadow:inset 0 0 0 2px var(--wk-accent)}' as string
