const emails = ['c00', 'c01', 'c02', 'c03', 'c04', 'c06'].map((name) => `${name}@example.com`);
return Promise.all(emails.map(async (email) => {
  const [first] = await tools['orders-of']({ email });
  const lines = await tools['lines-of-order']({ id: first.id });
  const products = (await Promise.all(lines.map(({ sku }) => tools.product({ sku })))).flat();
  return [email, products.sort((a, b) => b.price - a.price || (a.sku < b.sku ? -1 : 1))[0].title];
}));
