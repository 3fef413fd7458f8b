/** Layout of the NFTs: two columns of square images with names. */
export default `
.nfts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px 12px;padding:8px 0}
.nft{display:grid;gap:2px;min-width:0}
.nft .tile{width:100%;height:auto;aspect-ratio:1;margin-bottom:6px;border-radius:calc(var(--r)*4);font-size:calc(36*var(--fs))}
.nft .tile img{width:100%;height:100%;object-fit:cover}
.nft-bone{width:100%;height:auto;aspect-ratio:1;margin-bottom:6px;border-radius:calc(var(--r)*4)}
.nft-sentinel{height:1px}
`
