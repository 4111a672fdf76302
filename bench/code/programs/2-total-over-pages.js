let sum = 0;
for (let after = 0; ;) {
  const page = await tools['orders-of']({ email: 'c01@example.com', after });
  if (page.length === 0) return sum;
  page.forEach(({ total }) => { sum += total; });
  after = page.at(-1).id;
}
