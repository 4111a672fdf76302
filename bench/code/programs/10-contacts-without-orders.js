const contacts = await tools['contacts-in']({ country: 'FR' });
const orders = await Promise.all(contacts.map(({ email }) => tools['orders-of']({ email })));
return contacts.filter((_, n) => orders[n].length === 0).map(({ name }) => name);
