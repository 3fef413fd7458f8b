/** Lists of networks, and the warning above the list of supported networks. */
export default `
.networks{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}.networks:not(:last-child){padding-bottom:8px}.networks .row>.note{flex:none}.current{color:var(--wk-accent-text)}
.group{display:grid;grid-template-columns:minmax(0,1fr)}.group-line{display:flex;justify-content:space-between;gap:12px;padding:8px 0 4px}
.foot-center{justify-content:center}.with-icon{display:inline-flex;align-items:center;gap:6px}
.foot .leave{margin:0}.networks .banner{align-items:flex-start}
.leave{display:flex;align-items:center;gap:8px;height:44px;padding:0 12px;border-radius:calc(var(--r)*3);color:var(--wk-text-2);font-weight:500}
.leave:hover{color:var(--wk-text-1)}.leave .spinner{width:16px;height:16px}
`
