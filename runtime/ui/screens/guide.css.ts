/** Layout of the explanations: a list of points and one next step. */
export default `
.points{display:grid;gap:20px;padding:8px 16px 24px}.point{display:flex;gap:12px}.point .text{max-width:none;margin-top:2px}
a.row{color:inherit}a.row:hover{background:var(--wk-surface-1)}.get-head{padding:20px 0 24px}.get-head .title{margin-top:16px}.get-head .text{margin-top:4px}
`
