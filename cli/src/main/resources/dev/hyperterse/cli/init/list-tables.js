/**
 * @param {ToolPayload} _
 * @param {ScriptContext} ctx
 */
export default async (_, ctx) => {
  const columns = await ctx.query('columns');
  const tables = Map.groupBy(columns, (column) => column.table_name);
  return [...tables].map(([table, ofTable]) => ({
    table,
    columns: ofTable.map((column) => column.column_name),
  }));
};
