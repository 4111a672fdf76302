const byPhone = new Map();
for (let after = ''; ;) {
  const page = await tools.contacts({ after });
  if (page.length === 0) break;
  page.forEach(({ phone, email }) => byPhone.set(phone, [...(byPhone.get(phone) ?? []), email]));
  after = page.at(-1).email;
}
return [...byPhone.values()].filter((emails) => emails.length > 1);
