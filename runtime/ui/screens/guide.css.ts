/** Written by `npm run generate` from guide.css. Do not edit. */
export default '.points{gap:20px;padding:8px 16px 24px;display:grid}.point{gap:12px;display:flex}.point .text{max-width:none;margin-block-start:2px}a.row{color:inherit}a.row:hover{background:var(--wk-surface-1)}.get-head{padding:20px 0 24px}.get-head .title{margin-block-start:16px}.get-head .text{margin-block-start:4px}' as string
