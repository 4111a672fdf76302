const ids = Array.from({ length: 15 }, (_, n) => 586 + n);
const lines = (await Promise.all(ids.map((id) => tools['lines-of-order']({ id })))).flat();
const pieces = {};
lines.forEach((line) => { pieces[line.sku] = (pieces[line.sku] ?? 0) + line.pieces; });
const products = await Promise.all(Object.keys(pieces).sort().map((sku) => tools.product({ sku })));
return products.flat().filter(({ sku, stock }) => stock < pieces[sku]).map(({ sku }) => sku);
