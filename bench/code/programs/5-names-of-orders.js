const ids = [3, 57, 111, 165, 219, 273, 327, 381];
return Promise.all(ids.map(async (id) => {
  const [{ email }] = await tools.order({ id });
  const [{ name }] = await tools.contact({ email });
  return [id, name];
}));
