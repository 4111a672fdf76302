const ids = Array.from({ length: 12 }, (_, n) => 600 - n);
const lines = (await Promise.all(ids.map((id) => tools['lines-of-order']({ id })))).flat();
const pieces = {};
lines.forEach((line) => { pieces[line.sku] = (pieces[line.sku] ?? 0) + line.pieces; });
return Object.entries(pieces).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 3);
