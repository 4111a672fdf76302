const all = async (read, key) => {
  const rows = [];
  for (let after = 0; ; after = rows.at(-1)[key]) {
    const page = await read({ after });
    if (page.length === 0) return rows;
    rows.push(...page);
  }
};
const paid = new Map((await all(tools.payments, 'order_id')).map((row) => [row.order_id, row.amount]));
return (await all(tools.orders, 'id')).filter(({ id, total }) => paid.get(id) !== total).map(({ id }) => id);
