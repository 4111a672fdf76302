/// <reference path="../../../docs/hyperterse.d.ts" />

interface Inputs { customer: number; order_id: number; currency: string }
interface Line { product: string; pieces: number }

// Of the European Central Bank; prices are in euros.
async function rateOf(currency: string): Promise<number> {
  if (currency === 'EUR') return 1;
  const url = new URL('https://api.frankfurter.dev/v1/latest');
  url.searchParams.set('base', 'EUR');
  url.searchParams.set('symbols', currency);
  const response = await fetch(url);
  const { rates } = response.ok ? await response.json() : { rates: {} };
  if (rates[currency] === undefined) throw new Error(`there is no rate of ${currency}`);
  return rates[currency];
}

export default async ({ inputs }: ToolPayload<Inputs>, ctx: ScriptContext) => {
  const lines = await ctx.query<Line>('lines');
  if (lines.length === 0) ctx.error(`customer ${inputs.customer} has no order ${inputs.order_id}`);
  const products = lines.map((line) => line.product);
  const [rate, stock, prices] = await Promise.all([
    rateOf(inputs.currency),
    ctx.query<Line>('stockOf', { products }),
    Promise.all(products.map((product) => ctx.call<{ price: number }[]>('product-price', { product }))),
  ]);
  const left = new Map(stock.map((row) => [row.product, row.pieces]));
  const total = lines.reduce((sum, line, at) => sum + line.pieces * prices[at][0].price, 0);
  return {
    total: Math.round(total * rate * 100) / 100,
    currency: inputs.currency,
    outOfStock: lines.filter((line) => line.pieces > (left.get(line.product) ?? 0)).map((line) => line.product),
  };
};
