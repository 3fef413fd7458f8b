/** Layout of the receive panel. */
export default `
.receive-qr{width:240px;margin:0 auto}.receive-qr .qr{padding:16px}
.receive-name{margin-top:16px;max-width:100%}
.receive-address{margin-top:16px;padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}.receive-address .note{margin-bottom:8px}
.receive-networks{display:flex;align-items:center;gap:12px;width:100%;min-height:48px;margin:8px 0;padding:0 16px;border-radius:calc(var(--r)*3);color:var(--wk-text-2);text-align:start}
.receive-networks:hover{background:var(--wk-surface-1)}.receive-stack{display:flex;gap:4px}.receive-networks .chevron{color:var(--wk-text-3)}
.receive-only{padding:0 0 8px}
[dir=rtl] .receive-networks .chevron{transform:scaleX(-1)}
`
